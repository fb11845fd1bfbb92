//! The sequential probability ratio test: play on until one of two claims is clearly likelier.
//!
//! H0 says that the first-named player is `elo0` stronger than the other, H1 that it is `elo1`. The
//! test watches the log-likelihood ratio of H1 to H0 and stops when it leaves its bounds; it then
//! wrongly accepts H1 with probability `alpha` at most and wrongly accepts H0 with `beta`, nearly.
//!
//! The logistic and the normalized test are generalised ones, as in fishtest and fastchess: neither
//! hypothesis says how often games are drawn, so each is given the result frequencies that fit the
//! games best among those it allows. See Michel Van den Bergh, "Comparing the approximations for the
//! generalized log likelihood ratio of a multinomial distribution" and "Comments on normalized Elo".

use std::fmt;

use bellwether_core::spec::{OptionInfo, Options, Spec};
use bellwether_core::{Error, bail};

use super::cells::{Cells, NORMALIZED_ELO, score_of_elo};
use super::duel::{DuelScore, Pairs};
use super::interval::Interval;

/// What `elo0` and `elo1` measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EloModel {
    /// The score's distance from one half in standard deviations of a game, on a scale on which it is the Elo
    /// difference if there are no draws and the players are nearly equal. How many games a difference takes to show
    /// depends on this number alone.
    Normalized,
    /// The Elo difference the score stands for; see [`DuelScore::elo`].
    Logistic,
    /// BayesElo: a lead that acts beside a drawing margin, which is estimated from the games.
    Bayesian,
}

const MODELS: [(&str, EloModel); 3] = [
    ("normalized", EloModel::Normalized),
    ("logistic", EloModel::Logistic),
    ("bayesian", EloModel::Bayesian),
];

impl fmt::Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = MODELS.iter().find(|(_, model)| model == self).map_or("", |(name, _)| name);
        f.pad(name)
    }
}

/// A test's verdict so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// Neither claim is likely enough: play on.
    Continue,
    /// The lead is `elo0` rather than `elo1`.
    AcceptH0,
    /// The lead is `elo1` rather than `elo0`.
    AcceptH1,
}

/// A test of one lead against another, with the error rates it may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The first-named player's lead under H0.
    pub elo0: f64,
    /// Its lead under H1, which is larger.
    pub elo1: f64,
    /// How often H1 may be accepted although H0 holds.
    pub alpha: f64,
    /// How often H0 may be accepted although H1 holds.
    pub beta: f64,
    /// What the leads measure.
    pub model: EloModel,
}

/// The options [`Sprt::parse`] reads.
pub const OPTIONS: &[OptionInfo] = &[
    OptionInfo::number("elo0", "-1000 to 1000", "", "the lead under H0"),
    OptionInfo::number("elo1", "-1000 to 1000", "", "the lead under H1"),
    OptionInfo::number("alpha", "between 0 and 1", "0.05", "how often H1 may be accepted wrongly"),
    OptionInfo::number("beta", "between 0 and 1", "0.05", "how often H0 may be accepted wrongly"),
    OptionInfo::choice(
        "model",
        "normalized, logistic or bayesian",
        "normalized",
        "what the leads measure",
    ),
];

impl Sprt {
    /// Reads `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic`, in any order.
    ///
    /// `elo0` and `elo1` must be there; `alpha` and `beta` are 0.05 and the model is normalized if
    /// they are not, as in fastchess.
    ///
    /// # Errors
    /// If an option is unknown, missing, given twice or out of range, or if the leads or the error
    /// rates do not fit together.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let spec = Spec::parse(&format!("sprt:{text}"))?;
        let options = Options::new(&spec, OPTIONS)?;
        let lead = |name| {
            options
                .number(name, -1000.0..=1000.0)?
                .ok_or_else(|| Error::invalid(format!("sprt needs '{name}', as in elo0=0,elo1=5")))
        };
        let rate = |name| {
            let value = options.number(name, 0.0..=1.0)?.unwrap_or(0.05);
            if value > 0.0 && value < 1.0 {
                return Ok(value);
            }
            Err(Error::invalid(format!("option '{name}' lies between 0 and 1, so not at {value}")))
        };
        let (elo0, elo1) = (lead("elo0")?, lead("elo1")?);
        let (alpha, beta) = (rate("alpha")?, rate("beta")?);
        let model = options.choice("model", &MODELS)?.unwrap_or(EloModel::Normalized);
        if elo0 >= elo1 {
            bail!("elo0 must be less than elo1, but {elo0} is not less than {elo1}");
        }
        if alpha + beta >= 1.0 {
            bail!("alpha and beta must add up to less than 1, but {alpha} and {beta} do not");
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// The same for a match: it has two players at a table of two.
    ///
    /// # Errors
    /// As there, or if there are more players or seats.
    pub fn of_match(text: &str, seats: usize, players: usize) -> Result<Self, Error> {
        let test = Self::parse(text)?;
        if seats != 2 || players != 2 {
            bail!("--sprt is for a match of two agents at a table of two");
        }
        Ok(test)
    }

    /// The log-likelihood ratio at which H0 is accepted (low) and that at which H1 is (high).
    #[must_use]
    pub fn bounds(&self) -> Interval {
        Interval {
            low: libm::log(self.beta / (1.0 - self.alpha)),
            high: libm::log((1.0 - self.beta) / self.alpha),
        }
    }

    /// The verdict for a log-likelihood ratio.
    #[must_use]
    pub fn verdict(&self, llr: f64) -> SprtVerdict {
        let bounds = self.bounds();
        if llr >= bounds.high {
            SprtVerdict::AcceptH1
        } else if llr <= bounds.low {
            SprtVerdict::AcceptH0
        } else {
            SprtVerdict::Continue
        }
    }

    /// How far `llr` is on its way to the bound on its side: 1 is there.
    #[must_use]
    pub fn progress(&self, llr: f64) -> f64 {
        let bounds = self.bounds();
        if llr < 0.0 { llr / bounds.low } else { llr / bounds.high }
    }

    /// The log-likelihood ratio of H1 to H0 from single games; zero if there are none.
    #[must_use]
    pub fn llr(&self, tally: &DuelScore) -> f64 {
        match self.model {
            EloModel::Bayesian => self.bayesian(tally),
            _ => self.generalised(&tally.cells()),
        }
    }

    /// The log-likelihood ratio of H1 to H0 from pairs of games; zero if there are none.
    ///
    /// BayesElo models single games only: that model looks at the pairs' games one by one.
    #[must_use]
    pub fn llr_of_pairs(&self, pairs: &Pairs) -> f64 {
        match self.model {
            EloModel::Bayesian => self.bayesian(&pairs.games),
            _ => self.generalised(&pairs.pentanomial()),
        }
    }

    fn generalised<const N: usize>(&self, cells: &Cells<N>) -> f64 {
        if cells.total() == 0.0 {
            return 0.0;
        }
        let counts = cells.without_empty_cells();
        let total: f64 = counts.iter().sum();
        let frequencies = counts.map(|count| count / total);
        let fit = |elo: f64| match self.model {
            EloModel::Normalized => {
                let lead = elo / NORMALIZED_ELO * libm::sqrt(cells.games());
                fit_normalized(&frequencies, lead)
            }
            EloModel::Logistic | EloModel::Bayesian => fit_mean(&frequencies, score_of_elo(elo)),
        };
        log_ratio(&counts, &fit(self.elo1), &fit(self.elo0))
    }

    /// As in cutechess, half a game is added to each kind of result, so that none is impossible.
    fn bayesian(&self, tally: &DuelScore) -> f64 {
        if tally.games() == 0 {
            return 0.0;
        }
        let counts = [tally.losses, tally.draws, tally.wins].map(|count| count as f64 + 0.5);
        let total: f64 = counts.iter().sum();
        let odds = |share: f64| (1.0 - share) / share;
        let draw_elo = 200.0 * libm::log10(odds(counts[0] / total) * odds(counts[2] / total));
        let chances = |elo: f64| {
            let (loss, win) = (score_of_elo(-elo - draw_elo), score_of_elo(elo - draw_elo));
            [loss, 1.0 - loss - win, win]
        };
        log_ratio(&counts, &chances(self.elo1), &chances(self.elo0))
    }
}

impl fmt::Display for Sprt {
    /// The text [`Sprt::parse`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, model } = self;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={model}")
    }
}

/// The logarithm of how much likelier `counts` are with chances `one` than with chances `other`.
fn log_ratio<const N: usize>(counts: &[f64; N], one: &[f64; N], other: &[f64; N]) -> f64 {
    (0..N).map(|cell| counts[cell] * (libm::log(one[cell]) - libm::log(other[cell]))).sum()
}

/// The chances with mean score `mean` under which `frequencies` are the most likely.
fn fit_mean<const N: usize>(frequencies: &[f64; N], mean: f64) -> [f64; N] {
    let gaps = std::array::from_fn(|cell| Cells::<N>::score(cell) - mean);
    tilt(frequencies, &gaps).unwrap_or(*frequencies)
}

/// The chances whose mean is `lead` standard deviations above one half under which `frequencies`
/// are the most likely.
///
/// The constraint is not linear, so it is replaced by its tangent at the last solution until that
/// no longer moves. Starting far from the solution the tangent may have none itself, so a long lead
/// is approached in short steps.
fn fit_normalized<const N: usize>(frequencies: &[f64; N], lead: f64) -> [f64; N] {
    const STEP: f64 = 0.2;
    let steps = (lead.abs() / STEP).ceil().max(1.0);
    let mut chances = [1.0 / N as f64; N];
    for step in 1..=steps as usize {
        let near_lead = lead * step as f64 / steps;
        let rounds = if step as f64 == steps { 200 } else { 10 };
        for _ in 0..rounds {
            let mean: f64 = (0..N).map(|cell| chances[cell] * Cells::<N>::score(cell)).sum();
            let from_mean = |cell: usize| Cells::<N>::score(cell) - mean;
            let variance: f64 =
                (0..N).map(|cell| chances[cell] * from_mean(cell) * from_mean(cell)).sum();
            let deviation = libm::sqrt(variance);
            let gaps = std::array::from_fn(|cell| {
                let far = from_mean(cell) / deviation;
                Cells::<N>::score(cell) - 0.5 - 0.5 * near_lead * deviation * (1.0 + far * far)
            });
            let Some(next) = tilt(frequencies, &gaps) else { break };
            let moved = (0..N).map(|cell| (next[cell] - chances[cell]).abs()).fold(0.0, f64::max);
            chances = next;
            if moved < 1e-13 {
                break;
            }
        }
    }
    chances
}

/// The chances with mean gap zero under which `frequencies` are the most likely, if there are any.
///
/// They are `frequencies / (1 + t·gap)` for the one `t` that makes the mean gap zero. It is found by
/// Newton's steps, or by halving where one would leave the bracket.
fn tilt<const N: usize>(frequencies: &[f64; N], gaps: &[f64; N]) -> Option<[f64; N]> {
    let least = gaps.iter().copied().fold(f64::INFINITY, f64::min);
    let most = gaps.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut tilt = 0.0;
    for _ in 0..200 {
        let (mut mean, mut slope) = (0.0, 0.0);
        for cell in 0..N {
            let pull = gaps[cell] / (1.0 + tilt * gaps[cell]);
            mean += frequencies[cell] * pull;
            slope += frequencies[cell] * pull * pull;
        }
        if mean > 0.0 {
            low = tilt;
        } else {
            high = tilt;
        }
        let newton = tilt + mean / slope;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        if next == tilt || (next - tilt).abs() < 1e-15 * tilt.abs() {
            break;
        }
        tilt = next;
    }
    Some(std::array::from_fn(|cell| frequencies[cell] / (1.0 + tilt * gaps[cell])))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [EloModel; 3] = [EloModel::Normalized, EloModel::Logistic, EloModel::Bayesian];

    fn test(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    #[test]
    fn text_and_test_are_each_other() {
        let text = "elo0=-3,elo1=2.5,alpha=0.05,beta=0.1,model=logistic";
        let sprt = Sprt::parse(text).unwrap();
        assert_eq!((sprt.elo0, sprt.elo1, sprt.beta), (-3.0, 2.5, 0.1));
        assert_eq!(sprt.to_string(), text);
        assert_eq!(Sprt::parse("elo1=5, elo0=0"), Ok(test(0.0, 5.0, EloModel::Normalized)));
    }

    #[test]
    fn errors_are_explained() {
        let error = |text: &str| Sprt::parse(text).unwrap_err().to_string();
        assert_eq!(error("elo0=0"), "sprt needs 'elo1', as in elo0=0,elo1=5");
        assert_eq!(error("elo0=5,elo1=5"), "elo0 must be less than elo1, but 5 is not less than 5");
        assert_eq!(
            error("elo0=0,elo1=5,alpha=1"),
            "option 'alpha' lies between 0 and 1, so not at 1"
        );
        assert_eq!(
            error("elo0=0,elo1=5,alpha=0.6,beta=0.4"),
            "alpha and beta must add up to less than 1, but 0.6 and 0.4 do not"
        );
        assert_eq!(error("elo0=0,elo2=5"), "sprt has no option 'elo2': did you mean 'elo0'?");
        assert_eq!(
            error("elo0=x,elo1=5"),
            "option 'elo0' takes a number from -1000 to 1000, not 'x'"
        );
        assert_eq!(
            error("elo0=0,elo1=5,model=pentanomial"),
            "option 'model' cannot be 'pentanomial': it is one of normalized, logistic, bayesian"
        );
        for bad in ["", "elo0=0,elo0=1,elo1=2", "elo0=nan,elo1=5", "elo0=0,elo1=inf", "5"] {
            assert!(Sprt::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let sprt = Sprt { beta: 0.1, ..test(0.0, 5.0, EloModel::Logistic) };
        let bounds = sprt.bounds();
        assert_eq!(format!("{:.2} {:.2}", bounds.low, bounds.high), "-2.25 2.89");
        assert_eq!(sprt.verdict(2.9), SprtVerdict::AcceptH1);
        assert_eq!(sprt.verdict(0.0), SprtVerdict::Continue);
        assert_eq!(sprt.verdict(-2.3), SprtVerdict::AcceptH0);
        assert!((sprt.progress(bounds.low) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn ratios_are_finite_mirror_and_grow_with_wins() {
        for model in ALL {
            for (elo0, elo1) in [(0.0, 5.0), (-3.0, 1.0), (0.0, 200.0), (-1000.0, 1000.0)] {
                let (here, there) = (test(elo0, elo1, model), test(-elo1, -elo0, model));
                for code in 0..7u64.pow(3) {
                    let [wins, losses, draws] = [code % 7, code / 7 % 7, code / 49];
                    let tally = DuelScore { wins, losses, draws };
                    let llr = here.llr(&tally);
                    assert!(llr.is_finite(), "{here} {tally:?}");
                    let mirrored = there.llr(&tally.mirrored());
                    assert!((llr + mirrored).abs() < 1e-6, "{here} {tally:?}: {llr} {mirrored}");
                    let with_a_win = here.llr(&DuelScore { wins: wins + 1, ..tally });
                    let plain = elo1 < 100.0;
                    assert!(!plain || with_a_win > llr, "{here} {tally:?}: {llr} {with_a_win}");
                }
                assert_eq!(here.llr(&DuelScore::default()), 0.0);
            }
        }
    }

    #[test]
    fn pairs_are_finite_and_mirror() {
        for model in ALL {
            let (here, there) = (test(0.0, 30.0, model), test(-30.0, 0.0, model));
            for code in 0..4u64.pow(5) {
                let cells = [0, 1, 2, 3, 4].map(|cell| code / 4u64.pow(cell) % 4);
                let pairs = Pairs { cells, ..Pairs::default() };
                let (llr, mirrored) =
                    (here.llr_of_pairs(&pairs), there.llr_of_pairs(&pairs.mirrored()));
                assert!(llr.is_finite() && (llr + mirrored).abs() < 1e-6, "{model} {cells:?}");
            }
        }
    }
}
