//! `name:option=value,flag,…`: the text that names a game or an agent together with its options.
//!
//! ```
//! use bellwether_core::spec::{OptionInfo, Options, Spec};
//! const KNOWN: &[OptionInfo] = &[
//!     OptionInfo::number("rows", "4 to 64", "8", "ranks of the board"),
//!     OptionInfo::flag("hidden", "off", "rivals' flocks are unseen"),
//! ];
//! let spec = Spec::parse("breakthrough:rows=6,hidden").unwrap();
//! let options = Options::new(&spec, KNOWN).unwrap();
//! assert_eq!(options.number("rows", 4..=64).unwrap(), Some(6));
//! assert!(options.flag("hidden").unwrap());
//!
//! let typo = Spec::parse("breakthrough:row=6").unwrap();
//! let error = Options::new(&typo, KNOWN).unwrap_err().to_string();
//! assert_eq!(error, "breakthrough has no option 'row': did you mean 'rows'?");
//! ```

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::notation::excerpt;
use crate::{ParseError, bail};

/// A name with options, as written; which options exist is checked by [`Options`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    name: String,
    options: Vec<(String, Option<String>)>,
}

impl Spec {
    /// Reads `name` or `name:option=value,flag,…`. A value in double quotes may hold commas, and double quotes
    /// themselves if each is written twice.
    ///
    /// # Errors
    /// If the name or an option's name is empty or has a strange character, an option is given
    /// twice, or a quotation mark is missing or misplaced.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name.trim(), Some(rest)),
            None => (text.trim(), None),
        };
        if !is_word(name) {
            bail!("'{}' is not a name", excerpt(name));
        }
        let mut options: Vec<(String, Option<String>)> = Vec::new();
        for part in rest.map(split_at_commas).transpose()?.unwrap_or_default() {
            let (option, value) = match part.split_once('=') {
                Some((option, value)) => (option.trim(), Some(unquote(value.trim())?)),
                None => (part.trim(), None),
            };
            if !is_word(option) {
                let part = excerpt(part.trim());
                bail!("'{part}' is not an option of the form name or name=value");
            }
            if options.iter().any(|(earlier, _)| earlier == option) {
                bail!("option '{option}' is given twice");
            }
            options.push((option.to_owned(), value.map(Cow::into_owned)));
        }
        Ok(Self { name: name.to_owned(), options })
    }

    /// The same with an option set to a value; any text is allowed.
    #[must_use]
    pub fn with(mut self, option: &str, value: &str) -> Self {
        self.options.retain(|(name, _)| name != option);
        self.options.push((option.to_owned(), Some(value.to_owned())));
        self
    }

    /// The spec `base` with this one's options added; these take precedence.
    #[must_use]
    pub fn over(&self, base: &Self) -> Self {
        let inherited =
            base.options.iter().filter(|(name, _)| !self.options.iter().any(|(n, _)| n == name));
        let options = inherited.chain(&self.options).cloned().collect();
        Self { name: base.name.clone(), options }
    }

    /// The part before the colon.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The options as given: name, and value unless it is a flag.
    pub fn options(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.options.iter().map(|(name, value)| (name.as_str(), value.as_deref()))
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (index, (name, value)) in self.options().enumerate() {
            f.write_str(if index == 0 { ":" } else { "," })?;
            match value {
                None => f.write_str(name)?,
                Some(value) if value.contains([',', '"']) || value.trim() != value => {
                    write!(f, "{name}=\"{}\"", value.replace('"', "\"\""))?;
                }
                Some(value) => write!(f, "{name}={value}")?,
            }
        }
        Ok(())
    }
}

/// An option of a game or an agent, for validation and for help texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct OptionInfo {
    /// What kind of value it takes.
    pub kind: ValueKind,
    /// Its name.
    pub name: &'static str,
    /// The values it takes, in words.
    pub takes: &'static str,
    /// Its value if it is not given.
    pub default: &'static str,
    /// What it does, in a few words.
    pub help: &'static str,
}

/// What kind of value an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum ValueKind {
    /// A number.
    Number,
    /// One of a few words.
    Choice,
    /// None: it is on or off.
    Flag,
    /// Any text.
    Text,
    /// The path of a file or folder, which a web page may not name.
    File,
}

/// A text of the program itself.
type Text = &'static str;

impl OptionInfo {
    /// An option that takes a number; `takes` says which, in words.
    #[must_use]
    pub const fn number(name: Text, takes: Text, default: Text, help: Text) -> Self {
        Self { kind: ValueKind::Number, name, takes, default, help }
    }

    /// An option that takes one of a few words; `takes` says which, in words.
    #[must_use]
    pub const fn choice(name: Text, takes: Text, default: Text, help: Text) -> Self {
        Self { kind: ValueKind::Choice, name, takes, default, help }
    }

    /// An option that takes any text; `takes` says which, in words.
    #[must_use]
    pub const fn text(name: Text, takes: Text, default: Text, help: Text) -> Self {
        Self { kind: ValueKind::Text, name, takes, default, help }
    }

    /// An option that takes the path of a file or folder; `takes` says which, in words.
    #[must_use]
    pub const fn file(name: Text, takes: Text, default: Text, help: Text) -> Self {
        Self { kind: ValueKind::File, name, takes, default, help }
    }

    /// An option that is on or off.
    #[must_use]
    pub const fn flag(name: Text, default: Text, help: Text) -> Self {
        Self { kind: ValueKind::Flag, name, takes: "on or off", default, help }
    }
}

/// A spec's options, all known, ready to be read one by one.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    spec: &'a Spec,
    /// What the files named by options hold.
    files: Vec<(&'static str, String)>,
}

impl<'a> Options<'a> {
    /// Checks that every option of `spec` is among `known`.
    ///
    /// # Errors
    /// If one is not; the nearest known name is suggested.
    pub fn new(spec: &'a Spec, known: &[OptionInfo]) -> Result<Self, ParseError> {
        for (name, _) in spec.options() {
            if !known.iter().any(|info| info.name == name) {
                let names = known.iter().map(|info| info.name);
                bail!(
                    "{} has no option '{}': {}",
                    spec.name(),
                    excerpt(name),
                    suggest(name, names, "it has no options")
                );
            }
        }
        Ok(Self { spec, files: Vec::new() })
    }

    /// The same with what the file named by option `name` holds: games themselves read no files.
    #[must_use]
    pub fn with_file(mut self, name: &'static str, text: String) -> Self {
        self.files.push((name, text));
        self
    }

    /// What the file named by an option holds, if given.
    ///
    /// # Errors
    /// If it is given without a value, or the file was not read.
    pub fn file(&self, name: &str) -> Result<Option<&str>, ParseError> {
        let Some(path) = self.text(name)? else { return Ok(None) };
        match self.files.iter().find(|(given, _)| *given == name) {
            Some((_, text)) => Ok(Some(text)),
            None => bail!("the file '{}' was not read", excerpt(path)),
        }
    }

    /// Whether an option was given at all.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.spec.options().any(|(given, _)| given == name)
    }

    /// An option's text, if given.
    ///
    /// # Errors
    /// If it is given without a value.
    pub fn text(&self, name: &str) -> Result<Option<&'a str>, ParseError> {
        match self.spec.options().find(|(given, _)| *given == name) {
            None => Ok(None),
            Some((_, Some(value))) if !value.is_empty() => Ok(Some(value)),
            Some(_) => bail!("option '{name}' needs a value: {name}=…"),
        }
    }

    /// A flag: given alone, or as `on`, `off`, `true`, `false`, `yes`, `no`.
    ///
    /// # Errors
    /// If its value is anything else.
    pub fn flag(&self, name: &str) -> Result<bool, ParseError> {
        match self.spec.options().find(|(given, _)| *given == name) {
            None | Some((_, Some("off" | "false" | "no"))) => Ok(false),
            Some((_, None | Some("on" | "true" | "yes"))) => Ok(true),
            Some((_, Some(other))) => {
                bail!("option '{name}' is on or off, not '{}'", excerpt(other))
            }
        }
    }

    /// A number within a range, if given.
    ///
    /// # Errors
    /// If it is not a number, or out of range.
    pub fn number<T>(&self, name: &str, range: RangeInclusive<T>) -> Result<Option<T>, ParseError>
    where
        T: FromStr + PartialOrd + fmt::Display,
    {
        let Some(text) = self.text(name)? else { return Ok(None) };
        match text.parse::<T>() {
            Ok(value) if range.contains(&value) => Ok(Some(value)),
            _ => bail!(
                "option '{name}' takes a number from {} to {}, not '{}'",
                range.start(),
                range.end(),
                excerpt(text)
            ),
        }
    }

    /// One of several words, if given.
    ///
    /// # Errors
    /// If it is none of them; the nearest is suggested.
    pub fn choice<T: Copy>(
        &self,
        name: &str,
        choices: &[(&str, T)],
    ) -> Result<Option<T>, ParseError> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        match choices.iter().find(|(word, _)| *word == text) {
            Some((_, value)) => Ok(Some(*value)),
            None => bail!(
                "option '{name}' cannot be '{}': {}",
                excerpt(text),
                suggest(text, choices.iter().map(|(word, _)| *word), "")
            ),
        }
    }
}

/// `did you mean 'x'?` if a candidate is similar, else `it is one of …`; `none` if there are no candidates.
pub fn suggest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    none: &str,
) -> String {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let nearest = candidates
        .iter()
        .rev() // of equally similar names the first wins
        .map(|name| (strsim::jaro_winkler(&word.to_lowercase(), name), name))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    match nearest {
        Some((similarity, name)) if similarity > 0.8 => format!("did you mean '{name}'?"),
        Some(_) => format!("it is one of {}", candidates.join(", ")),
        None => none.to_owned(),
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 64
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

fn split_at_commas(text: &str) -> Result<Vec<&str>, ParseError> {
    let mut parts = Vec::new();
    let (mut start, mut quoted) = (0, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b',' if !quoted => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if quoted {
        bail!("a quotation mark is missing in '{}'", excerpt(&text[start..]));
    }
    parts.push(&text[start..]);
    Ok(parts)
}

/// The value inside its quotation marks, if it has any; they enclose the whole of it, and those inside are doubled.
fn unquote(value: &str) -> Result<Cow<'_, str>, ParseError> {
    let quoted = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let (inner, has_stray) = match quoted {
        Some(inner) => (inner, inner.replace("\"\"", "").contains('"')),
        None => (value, value.contains('"')),
    };
    if has_stray {
        bail!("quotation marks enclose a whole value, unlike in '{}'", excerpt(value));
    }
    Ok(if inner.contains('"') { inner.replace("\"\"", "\"").into() } else { inner.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[OptionInfo] = &[
        OptionInfo::number("rows", "4 to 64", "8", ""),
        OptionInfo::number("columns", "2 to 32", "8", ""),
        OptionInfo::flag("hidden", "off", ""),
        OptionInfo::text("layout", "text", "", ""),
    ];

    fn error_of<T: fmt::Debug>(
        text: &str,
        read: impl Fn(&Options<'_>) -> Result<T, ParseError>,
    ) -> String {
        let spec = match Spec::parse(text) {
            Ok(spec) => spec,
            Err(error) => return error.to_string(),
        };
        match Options::new(&spec, KNOWN).and_then(|options| read(&options)) {
            Ok(value) => panic!("{text} was read as {value:?}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn errors_name_the_offending_part() {
        let rows = |options: &Options<'_>| options.number("rows", 4..=64);
        assert_eq!(
            error_of("b:rows=99", rows),
            "option 'rows' takes a number from 4 to 64, not '99'"
        );
        assert_eq!(error_of("b:rows", rows), "option 'rows' needs a value: rows=…");
        assert_eq!(error_of("b:rows=", rows), "option 'rows' needs a value: rows=…");
        assert_eq!(
            error_of("b:colums=3", rows),
            "b has no option 'colums': did you mean 'columns'?"
        );
        assert_eq!(
            error_of("b:zzz", rows),
            "b has no option 'zzz': it is one of rows, columns, hidden, layout"
        );
        assert_eq!(error_of("b:rows=5,rows=6", rows), "option 'rows' is given twice");
        assert_eq!(
            error_of("b:rows=5,", rows),
            "'' is not an option of the form name or name=value"
        );
        assert_eq!(error_of("", rows), "'' is not a name");
        assert_eq!(
            error_of("b:layout=a\"b,c\"", rows),
            "quotation marks enclose a whole value, unlike in 'a\"b,c\"'"
        );
        assert_eq!(error_of("b:layout=\"x", rows), "a quotation mark is missing in 'layout=\"x'");
        let hidden = |options: &Options<'_>| options.flag("hidden");
        assert_eq!(error_of("b:hidden=maybe", hidden), "option 'hidden' is on or off, not 'maybe'");
        let layout =
            |options: &Options<'_>| options.choice("layout", &[("standard", 1), ("other", 2)]);
        assert_eq!(
            error_of("b:layout=standart", layout),
            "option 'layout' cannot be 'standart': did you mean 'standard'?"
        );
    }

    #[test]
    fn own_options_override_those_of_the_base() {
        let base = Spec::parse("alphabeta:depth=4,ties=random").unwrap();
        let level = Spec::parse("ram:seed=3,depth=2").unwrap();
        assert_eq!(level.over(&base).to_string(), "alphabeta:ties=random,seed=3,depth=2");
    }

    #[test]
    fn specs_round_trip() {
        for text in ["b", "b:rows=5", "b:hidden,layout=..W/S", "b:layout=\"a,b\",rows=5"] {
            assert_eq!(Spec::parse(text).unwrap().to_string(), text);
        }
        for value in
            ["x y", "a,b", "\"", "\"\"", "say \"a, b\"", " blank ", "'\\''", ",\",\"", "\"x"]
        {
            let spec = Spec::parse("b:rows=5,layout=old").unwrap().with("layout", value);
            let again = Spec::parse(&spec.to_string()).unwrap();
            assert_eq!(again, spec, "{spec}");
            assert_eq!(again.options().last(), Some(("layout", Some(value))));
        }
        for text in ["b:layout=\"\"a\"\"", "b:layout=a\"\"b"] {
            assert!(Spec::parse(text).is_err(), "{text}");
        }
    }
}
