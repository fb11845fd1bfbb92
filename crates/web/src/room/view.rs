//! What the page may see of a table.

use bellwether_core::square::Square;
use bellwether_core::{Seat, Status};

use super::table::TableState;
use crate::board_json::BoardJson;
use crate::message::{
    AllowedActions, Amount, BoardFrame, EndingJson, MoveMade, OfferedMoves, SeatState, Snapshot,
};
use crate::roster::BotRoster;

impl TableState {
    pub(crate) fn snapshot(
        &self,
        id: &str,
        thinking: Option<Seat>,
        roster: &BotRoster,
    ) -> Snapshot {
        let info = self.game.card();
        let scores = self.position().scores();
        let seats = Seat::all(self.game.seats()).map(|seat| SeatState {
            name: self.game.seat_name(seat),
            who: self.saved.seats[seat.index()].clone(),
            bot: roster.part(&self.saved.seats[seat.index()]).is_program,
            score: scores.as_ref().map(|scores| scores[seat.index()]),
        });
        let sides = self.game.sides();
        Snapshot {
            id: id.to_owned(),
            game: self.saved.game.clone(),
            name: info.name.to_owned(),
            title: info.title.to_owned(),
            seats: seats.collect(),
            teams: if sides.len() < self.game.seats() { sides } else { Vec::new() },
            ply: self.ply(),
            moves: self.moves_seen(),
            position: (!self.is_veiled()).then(|| self.position().text(self.view_seat())),
            start: self.saved.position.clone(),
            picture: self.drawn(self.ply()),
            legal: self.offered(),
            turn: self.mover().map(Seat::index),
            over: self.ending(),
            faults: self.forfeits(),
            last: self.last_squares(self.ply()),
            hidden: self.game.is_hidden(),
            view_seat: self.view_seat().map(Seat::index),
            curtain: self.curtain().map(Seat::index),
            can: AllowedActions {
                undo: self.can_undo(),
                redo: self.can_redo(),
                resign: self.who_may_resign().is_some(),
            },
            paused: self.saved.paused,
            pace: self.saved.pace,
            thinking: thinking.map(Seat::index),
            solvable: self.game.solvable().is_some(),
        }
    }

    /// The board after so many moves.
    pub(crate) fn frame(&self, ply: usize) -> BoardFrame {
        let ply = ply.min(self.ply());
        let position = self.at(ply);
        BoardFrame {
            ply,
            picture: self.drawn(ply),
            last: self.last_squares(ply),
            position: (!self.is_veiled()).then(|| position.text(self.view_seat())),
            scores: position.scores(),
            turn: position.status().mover().map(Seat::index),
        }
    }

    fn drawn(&self, ply: usize) -> BoardJson {
        let picture = self.at(ply).picture(self.view_seat());
        if self.is_veiled() { BoardJson::veiled(picture) } else { BoardJson::new(&picture) }
    }

    fn last_squares(&self, ply: usize) -> Vec<String> {
        let played = ply.checked_sub(1).and_then(|index| self.played.get(index));
        played.map(|played| names(&played.squares)).unwrap_or_default()
    }

    fn moves_seen(&self) -> Vec<MoveMade> {
        let seats = self.game.seats();
        let text = |played: &bellwether_catalog::PlayedMove| match self.view_seat() {
            // What the next seat saw of it, all may know: it is no partner.
            Some(_) if self.is_veiled() => played.seen[played.mover.next(seats).index()].clone(),
            Some(view_seat) => played.seen[view_seat.index()].clone(),
            None => played.text.clone(),
        };
        let made = self.played.iter().map(|played| MoveMade {
            text: text(played),
            seat: played.mover.index(),
            squares: names(&played.squares),
        });
        made.collect()
    }

    /// What the person to move may do, moves between the same squares together.
    fn offered(&self) -> Vec<OfferedMoves> {
        let is_person_to_move = self.mover().is_some_and(|seat| self.is_person(seat));
        if !is_person_to_move || self.curtain().is_some() {
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

    /// How it ended, if it has.
    pub(crate) fn ending(&self) -> Option<EndingJson> {
        let seats = self.game.seats();
        let resigned = self.saved.resigned;
        if let Some(loser) = resigned.or(self.forfeit().map(|fault| fault.seat)) {
            let payoffs = (0..seats).map(|seat| if seat == loser { -1.0 } else { 1.0 });
            let winners = (0..seats).filter(|seat| *seat != loser).collect();
            return Some(EndingJson { winners, payoffs: payoffs.collect(), resigned });
        }
        let Status::Over(payoffs) = self.position().status() else { return None };
        let payoffs = payoffs.as_slice(seats).to_vec();
        let best = payoffs.iter().copied().fold(f32::MIN, f32::max);
        let winners = (0..seats).filter(|seat| payoffs[*seat] == best).collect();
        Some(EndingJson { winners, payoffs, resigned: None })
    }
}

pub(super) fn names(squares: &[Square]) -> Vec<String> {
    squares.iter().map(ToString::to_string).collect()
}
