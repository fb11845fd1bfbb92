//! Writing a table tier by tier, so that a kill at any moment loses at most the current tier.
//!
//! Until it is complete the file has another name. Tiers are appended, each followed by a sync to the disk;
//! a resumed run reads them back, verifies them, and truncates the file after the last valid one. Only a
//! complete table gets its final name.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::error::TableError;
use super::format::{BLOCK, DONE_MARK, END_MAGIC, MAGIC, TableKey, TierCounts, TierHeader};
use super::reader::{TableFile, decompress, read_header, tier_at};
use crate::run::SolveError;
use crate::{Stopped, Value};

/// The zstd level: higher ones are several times slower here and save two per cent.
const LEVEL: i32 = 3;

/// Bytes that may wait for the disk before more are written.
const MOST_UNSYNCED: u64 = 8 << 20;

/// A table that is being written.
#[derive(Debug)]
pub struct TableWriter {
    file: File,
    /// Its name while it is incomplete.
    partial: PathBuf,
    path: PathBuf,
    subject: TableKey,
    /// Where each finished tier begins, and its head.
    finished: Vec<(u64, TierHeader)>,
    end: u64,
}

impl TableWriter {
    /// Begins a table at `path`, or continues one that was left incomplete there.
    ///
    /// # Errors
    /// If the files cannot be written, another process is writing it, or there is an incomplete table with
    /// another key.
    pub fn open(path: &Path, subject: &TableKey) -> Result<Self, TableError> {
        let partial = partial_name(path);
        let io = || TableError::io(&partial);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(TableError::io(folder))?;
        }
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&partial)
            .map_err(io())?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(TableError::Busy { path: partial }),
            Err(TryLockError::Error(error)) => return Err(io()(error)),
        }
        let header = header_bytes(subject);
        let mut end = header.len() as u64;
        let mut finished = Vec::new();
        let size = file.metadata().map_err(io())?.len();
        let mut start = vec![0; header.len().min(size as usize)];
        file.read_exact(&mut start).map_err(io())?;
        if start == header {
            let written = file.try_clone().and_then(TableFile::new).map_err(io())?;
            while let Some(tier) = tier_at(&written, end, finished.len(), subject)
                && tier.is_sound(&written)
            {
                let begin = std::mem::replace(&mut end, tier.end);
                finished.push((begin, tier.head));
            }
        } else if !header.starts_with(&start) {
            // Another file. A table of other options gets another message than garbage.
            let found = TableFile::new(file).map_err(io())?;
            let found = read_header(&partial, &found)?;
            return Err(TableError::Other {
                path: partial.clone(),
                found: found.0.title(),
                wanted: subject.title(),
            });
        } else {
            file.seek(SeekFrom::Start(0)).map_err(io())?;
            file.write_all(&header).map_err(io())?;
        }
        file.set_len(end).map_err(io())?;
        file.seek(SeekFrom::Start(end)).map_err(io())?;
        let (path, subject) = (path.to_owned(), subject.clone());
        Ok(Self { file, partial, path, subject, finished, end })
    }

    /// The number of finished tiers.
    #[must_use]
    pub fn finished(&self) -> usize {
        self.finished.len()
    }

    /// The statistics of the finished tiers.
    pub fn counts(&self) -> impl Iterator<Item = &TierCounts> {
        self.finished.iter().map(|(_, head)| &head.counts)
    }

    /// Reads a finished tier back.
    ///
    /// # Errors
    /// If it cannot be read, or `stop` came first.
    pub fn read(&mut self, tier: usize, stop: &AtomicBool) -> Result<Vec<u16>, SolveError> {
        let (start, head) = &self.finished[tier];
        let data = start + TierHeader::size(head.blocks.len()) as u64;
        self.file.seek(SeekFrom::Start(data)).map_err(TableError::io(&self.partial))?;
        let mut codes = Vec::with_capacity(head.len as usize);
        for (block, (size, checksum)) in head.blocks.iter().enumerate() {
            check(stop)?;
            let mut bytes = vec![0; *size as usize];
            self.file.read_exact(&mut bytes).map_err(TableError::io(&self.partial))?;
            let block = decompress(head, block, &bytes, *checksum)
                .ok_or_else(|| TableError::damaged(&self.partial, format!("tier {tier}")))?;
            codes.extend(unpack(&block, head.width));
        }
        self.file.seek(SeekFrom::Start(self.end)).map_err(TableError::io(&self.partial))?;
        Ok(codes)
    }

    /// Appends the next tier.
    ///
    /// # Errors
    /// If the disk is full or fails, or `stop` came first: the tiers before are safe.
    pub fn append(&mut self, codes: &[u16], stop: &AtomicBool) -> Result<(), SolveError> {
        let (head, blocks) = compress(self.finished.len() as u32, codes, stop)?;
        let io = || TableError::io(&self.partial);
        // What a run that was stopped has written of a tier is written again.
        self.file.seek(SeekFrom::Start(self.end)).map_err(io())?;
        let bytes = head.to_bytes();
        let mut end = self.end + bytes.len() as u64;
        let mut synced = end;
        self.file.write_all(&bytes).map_err(io())?;
        for block in &blocks {
            check(stop)?;
            self.file.write_all(block).map_err(io())?;
            end += block.len() as u64;
            // Nothing interrupts a sync, so none has much to do.
            if end - synced > MOST_UNSYNCED {
                self.file.sync_data().map_err(io())?;
                synced = end;
            }
        }
        self.file.sync_data().map_err(io())?;
        self.finished.push((self.end, head));
        self.end = end;
        Ok(())
    }

    /// Completes the table and gives it its name.
    ///
    /// # Errors
    /// If the disk is full or fails.
    ///
    /// # Panics
    /// If tiers are missing.
    pub fn complete(mut self) -> Result<PathBuf, TableError> {
        assert_eq!(self.finished.len(), self.subject.tiers.len(), "all tiers must be finished");
        let mut footer = DONE_MARK.to_vec();
        footer.extend((self.finished.len() as u32).to_le_bytes());
        for (start, _) in &self.finished {
            footer.extend(start.to_le_bytes());
        }
        let checksum = crc32fast::hash(&footer);
        footer.extend(checksum.to_le_bytes());
        footer.extend(self.end.to_le_bytes());
        footer.extend(END_MAGIC);
        let io = || TableError::io(&self.partial);
        self.file.write_all(&footer).map_err(io())?;
        self.file.sync_all().map_err(io())?;
        fs::rename(&self.partial, &self.path).map_err(TableError::io(&self.path))?;
        if let Some(folder) = self.path.parent().and_then(|folder| File::open(folder).ok()) {
            // Not every file system can sync a folder.
            let _ = folder.sync_all();
        }
        Ok(self.path)
    }
}

/// The name of a table while it is incomplete.
#[must_use]
pub fn partial_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

fn header_bytes(subject: &TableKey) -> Vec<u8> {
    let header = subject.to_json();
    let mut bytes = MAGIC.to_vec();
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(header.as_bytes()).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes
}

/// Says that it is time to stop.
fn check(stop: &AtomicBool) -> Result<(), Stopped> {
    if stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
}

/// The compressed blocks of a tier and its header.
fn compress(
    number: u32,
    codes: &[u16],
    stop: &AtomicBool,
) -> Result<(TierHeader, Vec<Vec<u8>>), Stopped> {
    let width = if codes.par_iter().all(|code| *code <= u16::from(u8::MAX)) { 1 } else { 2 };
    let half = codes.len() as u64 / 2;
    let (blocks, counts): (Vec<Vec<u8>>, Vec<TierCounts>) = codes
        .par_chunks(BLOCK as usize)
        .enumerate()
        .map(|(block, codes)| {
            let mut counts = TierCounts::default();
            if check(stop).is_err() {
                return (Vec::new(), counts);
            }
            for (index, code) in (block as u64 * BLOCK..).zip(codes) {
                if let Some(value) = Value::from_code(*code) {
                    counts.sides[usize::from(index >= half)].add(value, index);
                }
            }
            let bytes: Vec<u8> = if width == 1 {
                codes.iter().map(|code| *code as u8).collect()
            } else {
                codes.iter().flat_map(|code| code.to_le_bytes()).collect()
            };
            // Compressing into memory fails only if the allocation does.
            (zstd::bulk::compress(&bytes, LEVEL).unwrap_or_default(), counts)
        })
        .unzip();
    check(stop)?;
    let mut total = TierCounts::default();
    for counts in &counts {
        for (side, others) in total.sides.iter_mut().zip(&counts.sides) {
            side.merge(others);
        }
    }
    let list = blocks.iter().map(|block| (block.len() as u32, crc32fast::hash(block))).collect();
    let head = TierHeader { number, len: codes.len() as u64, width, counts: total, blocks: list };
    Ok((head, blocks))
}

/// The codes in a block's bytes.
pub(super) fn unpack(bytes: &[u8], width: u8) -> impl Iterator<Item = u16> {
    bytes.chunks_exact(usize::from(width)).map(|code| match *code {
        [low, high] => u16::from_le_bytes([low, high]),
        [low] => u16::from(low),
        _ => 0,
    })
}
