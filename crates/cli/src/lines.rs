//! Lines of standard input.

use std::io::{self, BufRead, Read};

/// The next line without its end; none at the end of the input. Bytes that are no text become `�`, and of a line that
/// is longer than `most` bytes the rest is skipped: what was typed wrong is answered, and ends nothing.
pub(crate) fn next_line(input: &mut impl BufRead, most: usize) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    Read::take(&mut *input, most as u64 + 1).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') && line.len() > most {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::next_line;

    #[test]
    fn no_byte_ends_the_input() {
        let mut input = &b"a\xff\r\nlonger than that\n\nlast"[..];
        let lines: Vec<String> = std::iter::from_fn(|| next_line(&mut input, 6).unwrap()).collect();
        assert_eq!(lines, ["a�", "longer ", "", "last"]);
    }
}
