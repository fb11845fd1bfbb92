//! The format of a table file.
//!
//! ```text
//! magic, length and checksum of the header, header (JSON)
//! for each tier:  TIER, its number, its length, bytes a code, number of blocks, statistics,
//!                 size and checksum of every block, checksum of all this; then the blocks
//! DONE, number of tiers, where each begins, checksum; where this footer begins; magic
//! ```
//!
//! Numbers are little-endian. A block holds the codes of [`BLOCK`] consecutive numbers, compressed by
//! zstd. Every byte is under some checksum or compared with what it must be.

use bellwether_core::Solvable;
use bellwether_core::numbering::Numbering;
use serde_json::{Value as Json, json};

use crate::Value;

pub(super) const MAGIC: &[u8; 8] = b"BWTABLE\n";
pub(super) const END_MAGIC: &[u8; 8] = b"BWT END\n";
pub(super) const TIER_MARK: &[u8; 4] = b"TIER";
pub(super) const DONE_MARK: &[u8; 4] = b"DONE";
/// Codes in a block, but for the last of a tier.
pub(super) const BLOCK: u64 = 32_768;
/// The version of the file format.
const VERSION: u64 = 1;

/// The game and options of a table: enough to reject the wrong one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableKey {
    /// The game's name on the command line.
    pub game: String,
    /// The options that the table depends on.
    pub options: Vec<(String, String)>,
    /// The version of the rules and of the numbering of positions.
    pub rules: u64,
    /// What the codes mean, in words.
    pub values: String,
    /// Names and lengths of the tiers.
    pub tiers: Vec<(String, u64)>,
}

impl TableKey {
    /// What a table of this game is about.
    pub fn of<G: Solvable>(game: &G, numbering: &G::Numbering) -> Self {
        let tiers =
            (0..numbering.tiers()).map(|tier| (numbering.tier_name(tier), numbering.len(tier)));
        Self { tiers: tiers.collect(), ..Self::without_tiers(game) }
    }

    pub(super) fn without_tiers<G: Solvable>(game: &G) -> Self {
        Self {
            game: G::NAME.to_owned(),
            options: game.table_options(),
            rules: G::RULES,
            values: G::CODES.to_owned(),
            tiers: Vec::new(),
        }
    }

    /// Whether the table is about this game, or a larger one that holds its positions.
    pub fn holds<G: Solvable>(&self, game: &G) -> bool {
        self.game == G::NAME && self.rules == G::RULES && game.is_in_table_of(&self.options)
    }

    /// Game and options on one line.
    #[must_use]
    pub fn title(&self) -> String {
        let options: Vec<String> =
            self.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!("{}, {}", self.game, options.join(", "))
    }

    /// The header's text.
    pub(super) fn to_json(&self) -> String {
        let options: serde_json::Map<String, Json> =
            self.options.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        let tiers: Vec<Json> =
            self.tiers.iter().map(|(name, len)| json!({ "name": name, "numbers": len })).collect();
        let header = json!({
            "format": "bellwether-table",
            "version": VERSION,
            "game": self.game,
            "options": options,
            "rules": self.rules,
            "values": self.values,
            "block": BLOCK,
            "tiers": tiers,
        });
        format!("{header:#}\n")
    }

    /// Reads a header's text; `Err` says what is wrong with it.
    pub(super) fn from_json(text: &str) -> Result<Self, String> {
        let header: Json =
            serde_json::from_str(text).map_err(|_| "its header is no JSON".to_owned())?;
        let number = |name: &str| header[name].as_u64();
        if number("version") != Some(VERSION) || number("block") != Some(BLOCK) {
            return Err("another version of Bellwether wrote it".to_owned());
        }
        let read = || {
            let options = header["options"].as_object()?.iter();
            let tiers = header["tiers"].as_array()?.iter();
            Some(Self {
                game: header["game"].as_str()?.to_owned(),
                options: options
                    .map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())))
                    .collect::<Option<_>>()?,
                rules: number("rules")?,
                values: header["values"].as_str()?.to_owned(),
                tiers: tiers
                    .map(|tier| {
                        Some((tier["name"].as_str()?.to_owned(), tier["numbers"].as_u64()?))
                    })
                    .collect::<Option<_>>()?,
            })
        };
        read().ok_or_else(|| "its header lacks something".to_owned())
    }
}

/// Statistics of a tier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TierCounts {
    /// For each side to move.
    pub sides: [SideCounts; 2],
}

/// Statistics of the positions of a tier with one side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideCounts {
    /// Positions the side to move wins.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Positions it loses.
    pub losses: u64,
    /// The longest win: its remoteness and the first index that has it.
    pub longest_win: Option<(u16, u64)>,
    /// The longest loss.
    pub longest_loss: Option<(u16, u64)>,
}

impl SideCounts {
    /// Adds a position.
    pub(super) fn add(&mut self, value: Value, index: u64) {
        match value {
            Value::Win(plies) => {
                self.wins += 1;
                longer(&mut self.longest_win, Some((plies, index)));
            }
            Value::Draw => self.draws += 1,
            Value::Lose(plies) => {
                self.losses += 1;
                longer(&mut self.longest_loss, Some((plies, index)));
            }
        }
    }

    /// Adds the counts of positions with higher numbers.
    pub(super) fn merge(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        longer(&mut self.longest_win, other.longest_win);
        longer(&mut self.longest_loss, other.longest_loss);
    }

    /// All positions.
    #[must_use]
    pub const fn positions(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// Replaces the longest so far if the other is longer.
fn longer(longest: &mut Option<(u16, u64)>, other: Option<(u16, u64)>) {
    if other.map(|(plies, _)| plies) > longest.map(|(plies, _)| plies) {
        *longest = other;
    }
}

/// The part of a tier's record before its blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TierHeader {
    pub(super) number: u32,
    pub(super) len: u64,
    /// Bytes a code: 1 or 2.
    pub(super) width: u8,
    pub(super) counts: TierCounts,
    /// Size and checksum of every block.
    pub(super) blocks: Vec<(u32, u32)>,
}

impl TierHeader {
    /// Bytes before the list of blocks.
    pub(super) const FIXED: usize = 4 + 4 + 8 + 1 + 4 + 2 * (3 * 8 + 2 * 10);

    pub(super) fn size(blocks: usize) -> usize {
        Self::FIXED + 8 * blocks + 4
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = TIER_MARK.to_vec();
        bytes.extend(self.number.to_le_bytes());
        bytes.extend(self.len.to_le_bytes());
        bytes.push(self.width);
        bytes.extend((self.blocks.len() as u32).to_le_bytes());
        for side in &self.counts.sides {
            for count in [side.wins, side.draws, side.losses] {
                bytes.extend(count.to_le_bytes());
            }
            for longest in [side.longest_win, side.longest_loss] {
                let (plies, index) = longest.unwrap_or((u16::MAX, u64::MAX));
                bytes.extend(plies.to_le_bytes());
                bytes.extend(index.to_le_bytes());
            }
        }
        for (size, checksum) in &self.blocks {
            bytes.extend(size.to_le_bytes());
            bytes.extend(checksum.to_le_bytes());
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// The number of blocks according to the record that begins here.
    pub(super) fn block_count(fixed: &[u8]) -> Option<usize> {
        let mut reader = ByteReader(fixed);
        (reader.take(4)? == TIER_MARK).then_some(())?;
        reader.take(4 + 8 + 1)?;
        Some(reader.u32()? as usize)
    }

    /// Reads a whole head; none if anything is wrong with it.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (body, checksum) = bytes.split_at_checked(bytes.len().checked_sub(4)?)?;
        (crc32fast::hash(body) == ByteReader(checksum).u32()?).then_some(())?;
        let mut reader = ByteReader(body);
        (reader.take(4)? == TIER_MARK).then_some(())?;
        let (number, len) = (reader.u32()?, reader.u64()?);
        let (width, count) = (reader.take(1)?[0], reader.u32()?);
        let mut counts = TierCounts::default();
        for side in &mut counts.sides {
            (side.wins, side.draws, side.losses) = (reader.u64()?, reader.u64()?, reader.u64()?);
            side.longest_win = reader.longest()?;
            side.longest_loss = reader.longest()?;
        }
        let blocks =
            (0..count).map(|_| Some((reader.u32()?, reader.u32()?))).collect::<Option<_>>()?;
        let head = Self { number, len, width, counts, blocks };
        let sound = reader.0.is_empty()
            && (1..=2).contains(&width)
            && u64::from(count) == len.div_ceil(BLOCK);
        sound.then_some(head)
    }
}

/// Reads numbers from the front of a byte slice.
pub(super) struct ByteReader<'a>(pub(super) &'a [u8]);

impl<'a> ByteReader<'a> {
    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Option<u64> {
        self.take(8)?.try_into().ok().map(u64::from_le_bytes)
    }

    fn longest(&mut self) -> Option<Option<(u16, u64)>> {
        let plies = u16::from_le_bytes(self.take(2)?.try_into().ok()?);
        let index = self.u64()?;
        Some((plies != u16::MAX).then_some((plies, index)))
    }
}
