//! Arrays as numpy reads them: format 1.0 of `.npy`, little endian, row by row.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

/// The length of the header, which is known before the number of rows is.
const HEADER: usize = 128;

/// A kind of number in an array.
pub(super) trait NpyNumber: Copy {
    /// What numpy calls it.
    const KIND: &'static str;
    fn put(self, out: &mut impl Write) -> io::Result<()>;
}

macro_rules! numbers {
    ($($number:ty = $kind:literal),+) => {$(
        impl NpyNumber for $number {
            const KIND: &'static str = $kind;
            fn put(self, out: &mut impl Write) -> io::Result<()> {
                out.write_all(&self.to_le_bytes())
            }
        }
    )+};
}

numbers!(u8 = "|u1", i16 = "<i2", u16 = "<u2", i32 = "<i4", u32 = "<u4", u64 = "<u8", f32 = "<f4");

/// An array that is written row by row.
pub(super) struct NpyWriter {
    file: BufWriter<File>,
    kind: &'static str,
    /// The shape of a row.
    row: Vec<usize>,
    rows: u64,
}

impl NpyWriter {
    /// Begins an array with rows of this shape; without one a row is a number.
    pub(super) fn create<T: NpyNumber>(path: &Path, row: &[usize]) -> io::Result<Self> {
        let mut file = BufWriter::new(File::create(path)?);
        file.write_all(&[b' '; HEADER])?;
        Ok(Self { file, kind: T::KIND, row: row.to_vec(), rows: 0 })
    }

    /// Writes the next row.
    pub(super) fn push<T: NpyNumber>(&mut self, row: &[T]) -> io::Result<()> {
        debug_assert_eq!((T::KIND, row.len()), (self.kind, self.row.iter().product::<usize>()));
        self.rows += 1;
        row.iter().try_for_each(|number| number.put(&mut self.file))
    }

    /// Writes the header, and all to the disk.
    pub(super) fn finish(mut self) -> io::Result<()> {
        let row: String = self.row.iter().map(|length| format!(" {length},")).collect();
        let shape = format!("({},{row})", self.rows);
        let about =
            format!("{{'descr': '{}', 'fortran_order': False, 'shape': {shape}, }}", self.kind);
        let length = HEADER - 10;
        let mut header = b"\x93NUMPY\x01\x00".to_vec();
        header.extend_from_slice(&(length as u16).to_le_bytes());
        header.extend_from_slice(format!("{about:<width$}\n", width = length - 1).as_bytes());
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&header)?;
        self.file.into_inner()?.sync_all()
    }
}

/// Writes a whole array of numbers.
pub(super) fn write<T: NpyNumber>(
    path: &Path,
    numbers: impl IntoIterator<Item = T>,
) -> io::Result<()> {
    let mut array = NpyWriter::create::<T>(path, &[])?;
    numbers.into_iter().try_for_each(|number| array.push(&[number]))?;
    array.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_have_the_header_that_numpy_wants() {
        let path = std::env::temp_dir().join(format!("bellwether-npy-{}", std::process::id()));
        let mut array = NpyWriter::create::<i16>(&path, &[2, 1]).unwrap();
        array.push(&[1_i16, -2]).unwrap();
        array.push(&[3_i16, 4]).unwrap();
        array.finish().unwrap();
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(bytes[..10], *b"\x93NUMPY\x01\x00\x76\x00");
        let header = std::str::from_utf8(&bytes[10..HEADER]).unwrap();
        let expected = "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 2, 1,), }";
        assert_eq!(header.trim_end_matches(' ').trim_end(), expected);
        assert!(header.ends_with('\n'));
        assert_eq!(bytes[HEADER..], [1, 0, 254, 255, 3, 0, 4, 0]);
        write::<u8>(&path, [7]).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        assert!(
            String::from_utf8_lossy(&bytes)
                .contains("'|u1', 'fortran_order': False, 'shape': (1,)")
        );
        std::fs::remove_file(&path).unwrap();
    }
}
