//! The course's messages: little-endian 32-bit numbers, of sizes that both sides know beforehand.
//!
//! | from | message |
//! |---|---|
//! | client | its team id, once |
//! | server | [`ServerRequest::Place`]: `code, package, player`, the map |
//! | client | [`ClientAnswer::Place`]: `1, package, x, y` |
//! | server | [`ServerRequest::Slide`]: `code, package`, the map, the sheep |
//! | client | [`ClientAnswer::Slide`]: `1, package, x, y, m, dir` |
//! | server | [`ServerRequest::Over`]: `0, 0` |
//!
//! The course's own client libraries, in Python and C++, read `code` and `package` in one piece and take a lone
//! `code` for a broken connection: so the last message has both, and `package` means nothing in it.
//!
//! Nothing says how long a message is: that follows from the size of the board and from the request.

/// A matrix of the wire, `size` × `size`, the first index outermost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireMatrix {
    size: usize,
    values: Vec<i32>,
}

impl WireMatrix {
    /// A matrix of one value.
    #[must_use]
    pub fn filled(size: usize, value: i32) -> Self {
        Self { size, values: vec![value; size * size] }
    }

    /// Changes the value at `x`, `y`; beyond the edge nothing happens.
    pub fn set(&mut self, x: usize, y: usize, value: i32) {
        if x < self.size && y < self.size {
            self.values[x * self.size + y] = value;
        }
    }
}

#[cfg(test)]
impl WireMatrix {
    /// How many rows and columns it has.
    pub(crate) const fn size(&self) -> usize {
        self.size
    }

    /// The value at `x`, `y`; none beyond the edge.
    pub(crate) fn get(&self, x: usize, y: usize) -> Option<i32> {
        if x < self.size && y < self.size {
            self.values.get(x * self.size + y).copied()
        } else {
            None
        }
    }

    /// All values, in the order of the wire.
    pub(crate) fn values(&self) -> impl Iterator<Item = &i32> {
        self.values.iter()
    }
}

/// The two kinds of requests, which have answers of different lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestKind {
    /// Where the sheep start.
    Place,
    /// Which of them go where.
    Slide,
}

impl RequestKind {
    /// The numbers of an answer.
    const fn answer_length(self) -> usize {
        match self {
            Self::Place => 4,
            Self::Slide => 6,
        }
    }
}

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerRequest {
    /// Put your sheep on the field.
    Place {
        /// The number that the answer must repeat.
        package: i32,
        /// Your seat, from 1.
        player: i32,
        /// −1 for walls, 0 for free cells, otherwise the owner.
        map: WireMatrix,
    },
    /// Move.
    Slide {
        /// The number that the answer must repeat.
        package: i32,
        /// −1 for walls, 0 for free cells, otherwise the owner.
        map: WireMatrix,
        /// How many sheep are on each cell.
        sheep: WireMatrix,
    },
    /// The game is over for you.
    Over,
}

/// A message from the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientAnswer {
    /// All sheep start here.
    Place {
        /// The number of the request.
        package: i32,
        /// The map's first index.
        x: i32,
        /// The map's second index.
        y: i32,
    },
    /// Some sheep go.
    Slide {
        /// The number of the request.
        package: i32,
        /// The map's first index.
        x: i32,
        /// The map's second index.
        y: i32,
        /// How many go.
        count: i32,
        /// Where to, from 1 to 9.
        direction: i32,
    },
}

/// An invalid message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// An answer that does not begin as answers do.
    #[error("an answer begins with 1, not with {0}")]
    NoAnswer(i32),
    /// An answer to nothing.
    #[error("it answers package {0}, and there was none")]
    NeverAsked(i32),
}

/// What a request for a move begins with; 0 ends the game.
const GO: i32 = 1;

/// What an answer begins with.
const HERE: i32 = 1;

impl ServerRequest {
    /// The message's bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Place { package, player, map } => {
                bytes([GO, *package, *player].into_iter().chain(map.values.iter().copied()))
            }
            Self::Slide { package, map, sheep } => {
                let matrices = map.values.iter().chain(&sheep.values).copied();
                bytes([GO, *package].into_iter().chain(matrices))
            }
            Self::Over => bytes([0, 0]),
        }
    }
}

impl ClientAnswer {
    /// The message's bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        match *self {
            Self::Place { package, x, y } => bytes([HERE, package, x, y]),
            Self::Slide { package, x, y, count, direction } => {
                bytes([HERE, package, x, y, count, direction])
            }
        }
    }

    /// The number of the request it answers.
    #[must_use]
    pub const fn package(&self) -> i32 {
        match *self {
            Self::Place { package, .. } | Self::Slide { package, .. } => package,
        }
    }

    /// Takes an answer from the front of `inbox`, if it is complete. `kind_of` gives the kind of the
    /// request with a number, if there was one.
    ///
    /// # Errors
    /// As soon as what comes cannot be an answer; the rest of `inbox` is then meaningless.
    pub fn take(
        inbox: &mut Vec<u8>,
        kind_of: impl Fn(i32) -> Option<RequestKind>,
    ) -> Result<Option<Self>, WireError> {
        let Some(first) = number(inbox, 0) else { return Ok(None) };
        if first != HERE {
            return Err(WireError::NoAnswer(first));
        }
        let Some(package) = number(inbox, 1) else { return Ok(None) };
        let kind = kind_of(package).ok_or(WireError::NeverAsked(package))?;
        let Some(numbers) = taken(inbox, kind.answer_length()) else { return Ok(None) };
        let (x, y) = (numbers[2], numbers[3]);
        Ok(Some(match kind {
            RequestKind::Place => Self::Place { package, x, y },
            RequestKind::Slide => {
                Self::Slide { package, x, y, count: numbers[4], direction: numbers[5] }
            }
        }))
    }
}

/// Takes a team id from the front of `inbox`, if it is there to its end.
#[must_use]
pub fn take_team(inbox: &mut Vec<u8>) -> Option<i32> {
    taken(inbox, 1).map(|numbers| numbers[0])
}

fn bytes(numbers: impl IntoIterator<Item = i32>) -> Vec<u8> {
    numbers.into_iter().flat_map(i32::to_le_bytes).collect()
}

/// The `index`-th number of what came so far.
fn number(inbox: &[u8], index: usize) -> Option<i32> {
    let bytes = inbox.get(4 * index..4 * index + 4)?;
    bytes.try_into().ok().map(i32::from_le_bytes)
}

/// Takes so many numbers from the front, if they are all there.
fn taken(inbox: &mut Vec<u8>, count: usize) -> Option<Vec<i32>> {
    let numbers: Option<Vec<i32>> = (0..count).map(|index| number(inbox, index)).collect();
    if numbers.is_some() {
        inbox.drain(..4 * count);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> WireMatrix {
        let mut grid = WireMatrix::filled(3, 0);
        grid.set(0, 1, -1);
        grid.set(2, 0, 4);
        grid
    }

    #[test]
    fn the_bytes_are_the_protocols() {
        let request = ServerRequest::Place { package: 258, player: 3, map: grid() };
        let numbers = [1, 258, 3, 0, -1, 0, 0, 0, 0, 4, 0, 0];
        let expected: Vec<u8> =
            numbers.iter().flat_map(|number: &i32| number.to_le_bytes()).collect();
        assert_eq!(request.to_bytes(), expected);
        assert_eq!(expected[4..8], [2, 1, 0, 0]);
        assert_eq!(expected[16..20], [255; 4]);
        let slide =
            ServerRequest::Slide { package: 2, map: grid(), sheep: WireMatrix::filled(3, 16) };
        let numbers = [1, 2, 0, -1, 0, 0, 0, 0, 4, 0, 0, 16, 16, 16, 16, 16, 16, 16, 16, 16];
        assert_eq!(slide.to_bytes(), bytes(numbers));
        assert_eq!(ServerRequest::Over.to_bytes(), [0; 8]);
        let answer = ClientAnswer::Slide { package: 2, x: 3, y: 4, count: 5, direction: 6 };
        assert_eq!(
            answer.to_bytes(),
            [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0]
        );
    }

    #[test]
    fn messages_have_the_size_of_their_board() {
        for size in [12, 15] {
            let map = WireMatrix::filled(size, 0);
            let place = ServerRequest::Place { package: 1, player: 1, map: map.clone() };
            assert_eq!(place.to_bytes().len(), 4 * (3 + size * size));
            let slide = ServerRequest::Slide { package: 1, map: map.clone(), sheep: map };
            assert_eq!(slide.to_bytes().len(), 4 * (2 + 2 * size * size));
        }
    }

    #[test]
    fn what_is_written_is_read_however_it_is_cut() {
        let answers = [
            (ClientAnswer::Place { package: 1, x: 0, y: 11 }, RequestKind::Place),
            (
                ClientAnswer::Slide { package: 2, x: -1, y: 4, count: 16, direction: 9 },
                RequestKind::Slide,
            ),
        ];
        let kind_of = |package| match package {
            1 => Some(RequestKind::Place),
            2 => Some(RequestKind::Slide),
            _ => None,
        };
        for (answer, _) in answers {
            let bytes = answer.to_bytes();
            let mut inbox = Vec::new();
            for byte in &bytes[..bytes.len() - 1] {
                inbox.push(*byte);
                assert_eq!(ClientAnswer::take(&mut inbox, kind_of), Ok(None));
            }
            inbox.extend([bytes[bytes.len() - 1], 9]);
            assert_eq!(ClientAnswer::take(&mut inbox, kind_of), Ok(Some(answer)));
            assert_eq!(inbox, [9]);
        }
    }

    #[test]
    fn what_is_no_answer_is_known_at_once() {
        let kind_of = |package| (package == 5).then_some(RequestKind::Slide);
        let take =
            |numbers: &[i32]| ClientAnswer::take(&mut bytes(numbers.iter().copied()), kind_of);
        assert_eq!(take(&[7]), Err(WireError::NoAnswer(7)));
        assert_eq!(take(&[1]), Ok(None));
        assert_eq!(take(&[1, 6]), Err(WireError::NeverAsked(6)));
        assert_eq!(take(&[1, 5, 0]), Ok(None));
    }
}
