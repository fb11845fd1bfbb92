//! What makes tables of megabytes and more quick: large pages, and lines asked for before they are needed.
//!
//! A table is read at random. With pages of 4 KiB nearly every read also has to look its page up; Linux
//! gives larger ones to those who ask. And a search knows what it will read next a while before it does.
//! Both are hints: nothing but speed depends on them.

use std::collections::TryReserveError;

/// An empty vector with room for just `count` elements, on large pages where the system has them.
///
/// # Errors
/// If there is no such room.
pub fn reserve<T>(count: usize) -> Result<Vec<T>, TryReserveError> {
    let mut room = Vec::new();
    room.try_reserve_exact(count)?;
    prefer_large_pages(room.spare_capacity_mut());
    Ok(room)
}

/// Asks for large pages, best before anything is written there. It is no matter if there are none.
#[cfg(target_os = "linux")]
#[expect(
    unsafe_code,
    reason = "there is no safe way to advise on memory; it pays 13 % of pvs's speed, a third of a proof's time"
)]
pub fn prefer_large_pages<T>(room: &mut [T]) {
    /// The system takes advice on whole pages only, and none is smaller.
    const PAGE: usize = 1 << 16;
    let (start, bytes) = (room.as_mut_ptr().cast::<u8>(), size_of_val(room));
    let before = start.align_offset(PAGE);
    let whole = bytes.saturating_sub(before) / PAGE * PAGE;
    if whole == 0 {
        return;
    }
    // SAFETY: the range lies within the slice, and the advice changes neither what is in it nor what may be
    // done with it.
    unsafe { libc::madvise(start.add(before).cast(), whole, libc::MADV_HUGEPAGE) };
}

/// Other systems choose their pages themselves.
#[cfg(not(target_os = "linux"))]
pub const fn prefer_large_pages<T>(_room: &mut [T]) {}

/// Begins to bring the line of memory near that holds the beginning of `place`. What it holds is not
/// looked at.
#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "an ordinary load would hold up what follows; it pays 3 % of pvs's speed, half of a proof's"
)]
#[inline]
pub fn prefetch<T>(place: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch reads nothing that the program sees, and may be given any address.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
}

/// Elsewhere the line is fetched when it is needed.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub const fn prefetch<T>(_place: &T) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_what_was_asked_and_it_can_be_used() {
        for count in [0, 1, 1000, 300_000] {
            let mut room = reserve::<u64>(count).unwrap();
            assert!(room.is_empty() && room.capacity() >= count);
            room.extend(0..count as u64);
            prefer_large_pages(&mut room);
            room.first().iter().for_each(|first| prefetch(*first));
            assert!(room.iter().copied().eq(0..count as u64));
        }
    }

    #[test]
    fn too_much_is_refused() {
        assert!(reserve::<u64>(usize::MAX / 2).is_err());
    }
}
