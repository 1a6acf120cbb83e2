//! Requests: one line of input each.

/// A command with its number and arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// the number that the answer must repeat
    pub(super) id: Option<String>,
    pub(super) command: String,
    pub(super) arguments: Vec<String>,
}

impl Request {
    /// Reads a line; `None` if it has only spaces or a comment.
    pub(super) fn read(line: &str) -> Option<Self> {
        let line = line.split('#').next().unwrap_or_default();
        let clean: String = line
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_control())
            .collect();
        let mut words = clean.split_whitespace().map(str::to_owned).peekable();
        let is_number =
            |word: &String| word.len() <= 20 && word.bytes().all(|b| b.is_ascii_digit());
        let id = words.next_if(is_number);
        if id.is_none() {
            words.peek()?;
        }
        let command = words.next().unwrap_or_default();
        Some(Self { id, command, arguments: words.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_as_they_come() {
        let read = |line| Request::read(line).map(|r| (r.id, r.command, r.arguments.join("|")));
        let some = |id: Option<&str>, command: &str, arguments: &str| {
            Some((id.map(str::to_owned), command.to_owned(), arguments.to_owned()))
        };
        assert_eq!(read("  name  "), some(None, "name", ""));
        assert_eq!(read("12 play\tw d1-d7/g7 # good"), some(Some("12"), "play", "w|d1-d7/g7"));
        assert_eq!(read("na\u{7}me\r"), some(None, "name", ""));
        assert_eq!(read("# nothing"), None);
        assert_eq!(read(" \t"), None);
        assert_eq!(read("5"), some(Some("5"), "", ""));
    }
}
