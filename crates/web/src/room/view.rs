//! What the page may see of a table.

use bellwether_arena::record::Reason;
use bellwether_catalog::{PlayedMove, calibration, judge};
use bellwether_core::Seat;
use bellwether_core::picture::{Picture, PictureCell};
use bellwether_core::square::Square;

use super::links::Viewer;
use super::room_game::RoomGame;
use crate::Services;
use crate::board_json::BoardJson;
use crate::message::{
    AllowedActions, Amount, BoardFrame, EndingJson, Forfeit, MoveMade, OfferedMoves, SeatState,
    Snapshot,
};

/// Why a game is a draw that the rules alone would let go on.
const REPEATED: &str = "the same position came about three times";

impl RoomGame {
    pub(crate) fn snapshot(
        &self,
        id: &str,
        thinking: Option<Seat>,
        services: &Services,
        viewer: Viewer,
        here: &[usize],
    ) -> Snapshot {
        let card = self.game.card();
        let scores = self.position().scores();
        let seats = Seat::all(self.game.seats()).map(|seat| SeatState {
            name: self.game.seat_name(seat),
            who: self.player(seat).to_owned(),
            bot: services.roster.resolve(self.player(seat)).is_program,
            score: scores.as_ref().map(|scores| scores[seat.index()]),
            wrote: self.stderr().find(|(of, _)| *of == seat).map_or(0, |(_, text)| text.len()),
        });
        let sides = self.game.sides();
        let frame = self.frame(self.ply(), viewer);
        Snapshot {
            id: id.to_owned(),
            game: self.session.saved().game.clone(),
            name: card.name.to_owned(),
            title: card.title.to_owned(),
            about: self.about(),
            seats: seats.collect(),
            teams: if sides.len() < self.game.seats() { sides } else { Vec::new() },
            ply: frame.ply,
            moves: self.moves_seen(viewer),
            position: frame.position,
            start: self.start_seen(viewer),
            picture: frame.picture,
            legal: self.offered(viewer),
            turn: self.mover().map(Seat::index),
            over: self.ending_json(),
            faults: self.forfeits(),
            last: frame.last,
            hidden: self.game.is_hidden(),
            view_seat: self.shown_seat(viewer).map(Seat::index),
            curtain: self.curtain(viewer).map(Seat::index),
            can: AllowedActions {
                undo: self.may_undo(viewer),
                redo: self.may_redo(viewer),
                resign: self.may_give_up(viewer).is_some(),
            },
            paused: self.paused,
            trouble: self.trouble().map(str::to_owned),
            pace: self.pace,
            thinking: thinking.map(Seat::index),
            solvable: services.oracles.can_know(self.game.as_ref()),
            turned: self.is_turned(viewer),
            judged: self.may_ask(viewer)
                && calibration(self.game.as_ref(), &judge(self.game.as_ref(), 1)).is_some(),
            clock: self.clock_state(),
            link: self.link_state(viewer, here),
        }
    }

    /// The variant in words: what the card calls it, or else its options.
    fn about(&self) -> String {
        let spec = self.session.saved().game.as_str();
        let known = self.game.card().variants.iter().find(|(game, _)| *game == spec);
        match (known, spec.split_once(':')) {
            (Some((_, summary)), _) => (*summary).to_owned(),
            (None, Some((_, options))) => options.replace('=', " ").replace(',', ", "),
            (None, None) => String::new(),
        }
    }

    /// The position it began from, as the viewer may know it.
    fn start_seen(&self, viewer: Viewer) -> Option<String> {
        let given = self.session.saved().position.clone()?;
        match self.audience(viewer) {
            (_, true) => None,
            (Some(seat), _) => Some(self.at(0).text(Some(seat))),
            (None, _) => Some(given),
        }
    }

    /// Whether the only person at this screen begins with its pieces in the upper half.
    fn is_turned(&self, viewer: Viewer) -> bool {
        let only = match (viewer, self.people().as_slice()) {
            (Viewer::Shared, [only]) => *only,
            (Viewer::Seat(seat), _) => seat,
            _ => return false,
        };
        let Picture { columns, rows, cells } = self.game.start().picture(None);
        let is_own = |cell: &PictureCell| cell.piece.is_some_and(|piece| piece.seat() == only);
        let own = cells.iter().enumerate().filter(|(_, cell)| is_own(cell));
        let (count, ranks) =
            own.fold((0, 0), |(count, ranks), (index, _)| (count + 1, ranks + index / columns));
        2 * ranks > rows.saturating_sub(1) * count
    }

    /// The board after so many moves.
    pub(crate) fn frame(&self, ply: usize, viewer: Viewer) -> BoardFrame {
        let ply = ply.min(self.ply());
        let position = self.at(ply);
        let (shown_seat, is_veiled) = self.audience(viewer);
        let picture = position.picture(shown_seat);
        BoardFrame {
            ply,
            picture: if is_veiled { BoardJson::veiled(picture) } else { BoardJson::new(&picture) },
            last: self.move_to(ply).map(|made| names(&made.squares)).unwrap_or_default(),
            position: (!is_veiled).then(|| position.text(shown_seat)),
            scores: position.scores(),
            turn: position.status().mover().map(Seat::index),
        }
    }

    fn moves_seen(&self, viewer: Viewer) -> Vec<MoveMade> {
        let (seats, (shown_seat, is_veiled)) = (self.game.seats(), self.audience(viewer));
        let text = |played: &PlayedMove| match shown_seat {
            // What the next seat saw of it, all may know: it is no partner.
            Some(_) if is_veiled => played.seen[played.mover.next(seats).index()].clone(),
            Some(seat) => played.seen[seat.index()].clone(),
            None => played.text.clone(),
        };
        let made = self.moves().iter().map(|played| MoveMade {
            text: text(played),
            seat: played.mover.index(),
            squares: names(&played.squares),
        });
        made.collect()
    }

    /// What the person to move may do, moves between the same squares together.
    fn offered(&self, viewer: Viewer) -> Vec<OfferedMoves> {
        let is_here = |seat| match viewer {
            Viewer::Shared => true,
            Viewer::Seat(own) => own == seat,
            Viewer::Watcher => false,
        };
        let may_move = self.mover().is_some_and(|seat| self.is_person(seat) && is_here(seat));
        if !may_move || self.curtain(viewer).is_some() {
            return Vec::new();
        }
        let mut offered: Vec<OfferedMoves> = Vec::new();
        for offer in self.position().offers() {
            let squares = names(&offer.squares);
            let amount = Amount { text: offer.text, amount: offer.amount };
            // The games list such moves one after the other, or nearly so.
            match offered.iter_mut().rev().find(|known| known.squares == squares) {
                Some(known) => known.moves.push(amount),
                None => offered.push(OfferedMoves { squares, moves: vec![amount] }),
            }
        }
        offered
    }

    /// The bots that failed. What one tried, or wrote in its log, could give a hidden hand away.
    fn forfeits(&self) -> Vec<Forfeit> {
        let is_shown = !self.has_private_hands();
        let forfeits = self.session.saved().faults.iter().map(|fault| Forfeit {
            seat: fault.seat,
            who: fault.who.clone(),
            reason: fault.reason.name(),
            detail: if is_shown { fault.detail.clone() } else { String::new() },
        });
        forfeits.collect()
    }

    /// How it ended, if it has.
    fn ending_json(&self) -> Option<EndingJson> {
        let ending = self.ending()?;
        let payoffs = ending.payoffs;
        let seats = self.game.seats();
        let repeated = (ending.reason == Reason::Repetition).then_some(REPEATED);
        Some(EndingJson {
            winners: payoffs.leaders(seats).into_iter().map(Seat::index).collect(),
            payoffs: payoffs.as_slice(seats).to_vec(),
            resigned: self.session.saved().resigned,
            why: self.position().ending_reason().or(repeated),
        })
    }
}

pub(crate) fn names(squares: &[Square]) -> Vec<String> {
    squares.iter().map(ToString::to_string).collect()
}
