//! Programs that misbehave, run for real in the cage: as root and as an ordinary user, with namespaces and where those
//! are refused, as far as this machine lets us.
//!
//! | module | what it tries |
//! |---|---|
//! | `caged_folder` | how a program is put into a cage, and what is left of it afterwards |
//! | `violations` | what a bot must not do |
//! | `attack` | some 480 attempts more, from a C and a Python program |
//! | `ends` | how a bot ends, and that nothing is left |
//! | `homes` | that no bot gets a home folder |
//! | `runtimes` | that Python, Node, Java and compiled programs run as outside |
//! | `command` | `bellwether cage` itself |
//! | `cost` | what it costs, when asked |

#![cfg(target_os = "linux")]

mod attack;
mod caged_folder;
mod command;
mod cost;
mod ends;
mod homes;
mod runtimes;
mod violations;
