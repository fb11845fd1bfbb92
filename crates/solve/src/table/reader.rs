//! Reading a table: blocks are read and decompressed on first use, and cached.
//!
//! The file is not memory-mapped: one that another program shortens would end this one by a signal.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use bellwether_core::Solvable;
use bellwether_core::numbering::TableIndex;
use bellwether_core::outside::open_file;
use rayon::prelude::*;

use super::error::TableError;
use super::format::{
    BLOCK, ByteReader, DONE_MARK, END_MAGIC, MAGIC, SideCounts, TableKey, TierCounts, TierHeader,
};
use super::writer::unpack;
use crate::Value;

/// The size of the block cache: at most 128 MB of one-byte codes.
const CACHED_BLOCKS: usize = 4096;

/// A table open for queries.
pub struct SolvedTable {
    path: PathBuf,
    file: TableFile,
    subject: TableKey,
    tiers: Vec<TierBlocks>,
    /// A direct-mapped cache of decompressed blocks.
    cache: Vec<Mutex<Option<CachedBlock>>>,
}

/// Tier and block.
type BlockKey = (u32, u32);

/// A decompressed block.
type CachedBlock = (BlockKey, Arc<[u8]>);

pub(super) struct TierBlocks {
    pub(super) head: TierHeader,
    /// Where each block begins in the file.
    starts: Vec<u64>,
    /// Where the last one ends.
    pub(super) end: u64,
}

impl TierBlocks {
    /// Whether the checksum of every block is right.
    pub(super) fn is_sound(&self, file: &TableFile) -> bool {
        let mut blocks = self.starts.iter().zip(&self.head.blocks);
        blocks.all(|(&start, &(size, checksum))| {
            file.read(start, u64::from(size)).is_ok_and(|bytes| crc32fast::hash(&bytes) == checksum)
        })
    }
}

/// A file of this many bytes, read in pieces.
pub(super) struct TableFile {
    file: File,
    pub(super) len: u64,
}

impl TableFile {
    pub(super) fn new(file: File) -> io::Result<Self> {
        Ok(Self { len: file.metadata()?.len(), file })
    }

    /// Some of its bytes.
    ///
    /// # Errors
    /// If it does not have them, or has become shorter.
    pub(super) fn read(&self, start: u64, len: u64) -> io::Result<Vec<u8>> {
        // What a damaged header asks for is not allocated.
        if start.checked_add(len).is_none_or(|end| end > self.len) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut bytes = vec![0; len as usize];
        #[cfg(unix)]
        std::os::unix::fs::FileExt::read_exact_at(&self.file, &mut bytes, start)?;
        #[cfg(windows)]
        {
            let (mut at, mut left) = (start, bytes.as_mut_slice());
            while !left.is_empty() {
                match std::os::windows::fs::FileExt::seek_read(&self.file, left, at)? {
                    0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                    read => (at, left) = (at + read as u64, &mut left[read..]),
                }
            }
        }
        Ok(bytes)
    }

    /// The same; none if it does not have them.
    fn get(&self, start: u64, len: u64) -> Option<Vec<u8>> {
        self.read(start, len).ok()
    }
}

bellwether_core::debug_fields!(SolvedTable, [], path);

impl SolvedTable {
    /// Opens a table and reads everything but its blocks, which are verified on use.
    ///
    /// # Errors
    /// If there is no such file, it is not a table, is cut off, or is damaged.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let file = open_file(path).map_err(TableError::io(path))?;
        let file = TableFile::new(file).map_err(TableError::io(path))?;
        if file.len == 0 {
            return Err(TableError::foreign(path, "it is empty"));
        }
        let (subject, _) = read_header(path, &file)?;
        let starts = read_footer(&file).ok_or_else(|| {
            TableError::damaged(path, "it is cut off, or its last bytes are not a table's")
        })?;
        if starts.len() != subject.tiers.len() {
            return Err(TableError::damaged(path, "it does not have the tiers its header names"));
        }
        let tiers = starts
            .iter()
            .enumerate()
            .map(|(number, start)| {
                tier_at(&file, *start, number, &subject)
                    .ok_or_else(|| TableError::damaged(path, format!("tier {number}'s directory")))
            })
            .collect::<Result<_, _>>()?;
        let cache = (0..CACHED_BLOCKS).map(|_| Mutex::new(None)).collect();
        let table = Self { path: path.to_owned(), file, subject, tiers, cache };
        table.check_layout()?;
        Ok(table)
    }

    /// Opens a table that holds this game's positions.
    ///
    /// # Errors
    /// As for [`open`](Self::open), or if it is a table of something else.
    pub fn open_for<G: Solvable>(game: &G, path: &Path) -> Result<Self, TableError> {
        let table = Self::open(path)?;
        if table.subject.holds(game) {
            return Ok(table);
        }
        let (found, wanted) = (table.subject.title(), TableKey::without_tiers(game).title());
        Err(TableError::Other { path: path.to_owned(), found, wanted })
    }

    /// Checks that the parts follow each other without a gap.
    fn check_layout(&self) -> Result<(), TableError> {
        let (_, mut at) = read_header(&self.path, &self.file)?;
        for (number, tier) in self.tiers.iter().enumerate() {
            let data = at + TierHeader::size(tier.head.blocks.len()) as u64;
            if tier.starts.first().is_some_and(|start| *start != data) {
                let what = format!("tier {number} is out of place");
                return Err(TableError::damaged(&self.path, what));
            }
            at = data + tier.head.blocks.iter().map(|(size, _)| u64::from(*size)).sum::<u64>();
        }
        let footer = footer_size(self.tiers.len()) as u64;
        if at + footer != self.file.len {
            return Err(TableError::damaged(&self.path, "there are extra bytes between its parts"));
        }
        Ok(())
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The table's key.
    #[must_use]
    pub const fn subject(&self) -> &TableKey {
        &self.subject
    }

    /// The size of the file in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.file.len
    }

    /// The number of positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.counts().flat_map(|counts| &counts.sides).map(SideCounts::positions).sum()
    }

    /// The statistics of each tier.
    pub fn counts(&self) -> impl ExactSizeIterator<Item = &TierCounts> {
        self.tiers.iter().map(|tier| &tier.head.counts)
    }

    /// The value at an index; none where there is no position.
    ///
    /// # Errors
    /// If the block it is in is damaged.
    pub fn value(&self, place: TableIndex) -> Result<Option<Value>, TableError> {
        let Some(tier) = self.tiers.get(place.tier) else { return Ok(None) };
        if place.index >= tier.head.len {
            return Ok(None);
        }
        let (block, offset) = (place.index / BLOCK, (place.index % BLOCK) as usize);
        let bytes = self.block(place.tier, block as usize)?;
        let code = if tier.head.width == 1 {
            u16::from(bytes[offset])
        } else {
            u16::from_le_bytes([bytes[2 * offset], bytes[2 * offset + 1]])
        };
        Ok(Value::from_code(code))
    }

    fn block(&self, tier: usize, block: usize) -> Result<Arc<[u8]>, TableError> {
        let key = (tier as u32, block as u32);
        let place = (tier.wrapping_mul(0x9E37) ^ block) % CACHED_BLOCKS;
        let mut cache = self.cache[place].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((held, bytes)) = &*cache
            && *held == key
        {
            return Ok(Arc::clone(bytes));
        }
        let bytes: Arc<[u8]> = self.unpacked(tier, block)?.into();
        *cache = Some((key, Arc::clone(&bytes)));
        Ok(bytes)
    }

    fn unpacked(&self, tier: usize, block: usize) -> Result<Vec<u8>, TableError> {
        let TierBlocks { head, starts, .. } = &self.tiers[tier];
        let (size, checksum) = head.blocks[block];
        let start = starts[block];
        let bytes = match self.file.read(start, u64::from(size)) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Vec::new(),
            bytes => bytes.map_err(TableError::io(&self.path))?,
        };
        decompress(head, block, &bytes, checksum).ok_or_else(|| {
            TableError::damaged(&self.path, format!("block {block} of tier {tier} at byte {start}"))
        })
    }

    /// All codes of a tier, by number; every block's checksum is verified.
    ///
    /// # Errors
    /// If a block is damaged.
    pub fn codes(&self, tier: usize) -> Result<Vec<u16>, TableError> {
        let head = &self.tiers[tier].head;
        let mut codes = vec![0; head.len as usize];
        codes.par_chunks_mut(BLOCK as usize).enumerate().try_for_each(|(block, codes)| {
            let bytes = self.unpacked(tier, block)?;
            for (code, unpacked) in codes.iter_mut().zip(unpack(&bytes, head.width)) {
                *code = unpacked;
            }
            Ok(())
        })?;
        Ok(codes)
    }
}

/// The table's key, and the offset of its first tier.
pub(super) fn read_header(path: &Path, file: &TableFile) -> Result<(TableKey, u64), TableError> {
    if file.get(0, 8).as_deref() != Some(MAGIC) {
        return Err(TableError::foreign(path, "its first bytes are not a table's"));
    }
    let read = || {
        let sizes = file.get(8, 8)?;
        let mut reader = ByteReader(&sizes);
        let (len, checksum) = (u64::from(reader.u32()?), reader.u32()?);
        let header = file.get(16, len)?;
        (crc32fast::hash(&header) == checksum).then_some(())?;
        Some((16 + len, String::from_utf8(header).ok()?))
    };
    let (end, header) = read().ok_or_else(|| TableError::damaged(path, "its header"))?;
    let subject = TableKey::from_json(&header).map_err(|what| TableError::foreign(path, what))?;
    Ok((subject, end))
}

fn footer_size(tiers: usize) -> usize {
    4 + 4 + 8 * tiers + 4 + 8 + 8
}

/// The offsets of the tiers.
fn read_footer(file: &TableFile) -> Option<Vec<u64>> {
    let end = file.len.checked_sub(16)?;
    let last = file.get(end, 16)?;
    let (start, magic) = last.split_at(8);
    (magic == END_MAGIC).then_some(())?;
    let start = ByteReader(start).u64()?;
    let footer = file.get(start, end.checked_sub(start)?)?;
    let (footer, checksum) = footer.split_at_checked(footer.len().checked_sub(4)?)?;
    (crc32fast::hash(footer) == ByteReader(checksum).u32()?).then_some(())?;
    let mut reader = ByteReader(footer);
    (reader.take(4)? == DONE_MARK).then_some(())?;
    let count = reader.u32()?;
    let starts = (0..count).map(|_| reader.u64()).collect::<Option<_>>()?;
    reader.0.is_empty().then_some(starts)
}

/// The tier that begins at `start`; none if it is incomplete, or its directory is damaged.
pub(super) fn tier_at(
    file: &TableFile,
    start: u64,
    number: usize,
    subject: &TableKey,
) -> Option<TierBlocks> {
    let count = TierHeader::block_count(&file.get(start, TierHeader::FIXED as u64)?)?;
    let (_, len) = subject.tiers.get(number)?;
    (count as u64 == len.div_ceil(BLOCK)).then_some(())?;
    let size = TierHeader::size(count) as u64;
    let head = TierHeader::from_bytes(&file.get(start, size)?)?;
    (head.number as usize == number && head.len == *len).then_some(())?;
    let mut end = start + size;
    let mut starts = Vec::with_capacity(count);
    for (size, _) in &head.blocks {
        starts.push(end);
        end += u64::from(*size);
    }
    (end <= file.len).then_some(TierBlocks { head, starts, end })
}

/// A block's bytes; none if they do not match the tier header.
pub(super) fn decompress(
    head: &TierHeader,
    block: usize,
    bytes: &[u8],
    checksum: u32,
) -> Option<Vec<u8>> {
    (crc32fast::hash(bytes) == checksum).then_some(())?;
    let codes = BLOCK.min(head.len - block as u64 * BLOCK) as usize;
    let size = codes * usize::from(head.width);
    let unpacked = zstd::bulk::decompress(bytes, size).ok()?;
    (unpacked.len() == size).then_some(unpacked)
}
