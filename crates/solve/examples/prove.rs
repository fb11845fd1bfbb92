#![allow(clippy::print_stdout, missing_docs)]
use bellwether_core::Game;
use bellwether_games::breakthrough::{Breakthrough, Races, Setup};
use bellwether_solve::proof::dfpn::*;
use std::sync::atomic::AtomicBool;
fn main() {
    let a: Vec<usize> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    let game = Breakthrough::<u64>::new(Setup::new(a[0], a[1], 1).unwrap());
    let mut races = Races::new(&game);
    races.mode = a[5]; races.k = a[6];
    let table = Table2::new(a[2]);
    let stop = AtomicBool::new(false);
    let t = std::time::Instant::now();
    let mut s = Search::new(&game, &races, &table, &stop, Knobs { weak: a[3] == 1, epsilon: a[4] as u32 });
    let w = s.solve(&game.start());
    println!("{a:?} {w:?} nodes {} evals {} {:?}", s.nodes, s.evals, t.elapsed());
}
