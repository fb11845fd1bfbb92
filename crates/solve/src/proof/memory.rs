//! What makes a table of gigabytes quick: large pages, and asking for memory before it is needed.
//!
//! A proof search spends most of its time waiting for lines of its table. Both are hints to the machine, and
//! nothing but speed depends on them.

/// Asks the system to back memory with large pages; to be called before it is used.
pub(super) fn prefer_large_pages<T>(room: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 1 << 21;
        let start = room.as_mut_ptr() as usize;
        let end = start + size_of_val(room);
        let (first, last) = (start.next_multiple_of(PAGE), end / PAGE * PAGE);
        if first < last {
            #[expect(
                unsafe_code,
                reason = "measured: a third less time at 512 MiB, see PERFORMANCE.md"
            )]
            // SAFETY: the pages lie within the slice, and the advice does not change
            // what they hold.
            unsafe {
                libc::madvise(first as *mut libc::c_void, last - first, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = room;
}

/// Starts to fetch the line of memory that holds the beginning of `place`.
#[inline]
pub(super) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[expect(unsafe_code, reason = "measured: half the time again, see PERFORMANCE.md")]
        // SAFETY: the address is that of a reference, and prefetching reads nothing that a program sees.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
