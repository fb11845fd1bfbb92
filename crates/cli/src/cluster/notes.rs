//! What happens in a cluster, said at the terminal while games are played.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use bellwether_cluster::ClusterView;
use indicatif::ProgressBar;

/// Prints notes until it is dropped.
pub(crate) struct ClusterNotes {
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

const OFTEN: Duration = Duration::from_millis(250);

impl ClusterNotes {
    pub(crate) fn start(view: &Arc<ClusterView>, bar: &ProgressBar) -> Self {
        let (view, bar) = (Arc::clone(view), bar.clone());
        let (end, ended) = channel::<()>();
        let print = move || {
            loop {
                let is_over = ended.recv_timeout(OFTEN) != Err(RecvTimeoutError::Timeout);
                for note in view.take_notes() {
                    let note = bellwether_report::printable(&note);
                    let say = || anstream::eprintln!("{note}");
                    if bar.is_hidden() { say() } else { bar.suspend(say) }
                }
                if is_over {
                    return;
                }
            }
        };
        let thread = std::thread::Builder::new().name("notes".to_owned()).spawn(print).ok();
        Self { end: Some(end), thread }
    }
}

impl Drop for ClusterNotes {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
