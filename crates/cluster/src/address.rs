//! Where a cluster's server is, and how it knows us.

use std::fmt;
use std::path::PathBuf;

use bellwether_core::Error;
use bellwether_core::notation::excerpt;

/// The address of a cluster: `nats://[TOKEN@]HOST[:PORT]`, or `tls://…`.
#[derive(Clone, PartialEq, Eq)]
pub struct ClusterAddress {
    scheme: String,
    host: String,
    token: Option<String>,
    /// The certificate of who signed the server's, in a file; else those of the system.
    pub authority: Option<PathBuf>,
}

/// The variable that holds the token, so that lists of processes do not show it.
pub const TOKEN_VARIABLE: &str = "BELLWETHER_CLUSTER_TOKEN";

impl ClusterAddress {
    /// Reads an address; the token, unless it is there, comes from [`TOKEN_VARIABLE`].
    ///
    /// # Errors
    /// If it is none.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let shown = || excerpt(text.rsplit('@').next().unwrap_or_default());
        let wrong = || {
            Error::invalid(format!("'{}' is no address of a cluster: nats://HOST:4222 is", shown()))
        };
        let (scheme, rest) = text.split_once("://").unwrap_or(("nats", text));
        if scheme != "nats" && scheme != "tls" {
            return Err(wrong());
        }
        if scheme == "tls" && !cfg!(feature = "tls") {
            return Err(Error::invalid(
                "this program was built without TLS: build it with `--features tls`, or use nats://",
            ));
        }
        let (token, host) = match rest.rsplit_once('@') {
            Some((token, host)) => (Some(token.to_owned()), host),
            None => (None, rest),
        };
        let host = host.trim_end_matches('/');
        let is_host = |c: char| c.is_ascii_alphanumeric() || ".-_:[]".contains(c);
        if host.is_empty() || !host.chars().all(is_host) {
            return Err(wrong());
        }
        let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let host = if has_port { host.to_owned() } else { format!("{host}:4222") };
        let variable = || std::env::var(TOKEN_VARIABLE).ok();
        let token = token.or_else(variable).filter(|token| !token.is_empty());
        Ok(Self { scheme: scheme.to_owned(), host, token, authority: None })
    }

    /// The secret that the server wants, if we have one.
    pub(crate) fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// The address for a command line, with its token.
    #[must_use]
    pub fn with_token(&self) -> String {
        match &self.token {
            Some(token) => format!("{}://{token}@{}", self.scheme, self.host),
            None => self.to_string(),
        }
    }
}

/// Without the token.
impl fmt::Display for ClusterAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.host)
    }
}

impl fmt::Debug for ClusterAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ClusterAddress({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_tokens_are_not_shown() {
        let address = ClusterAddress::parse("nats://s3cret@big.example").unwrap();
        assert_eq!(address.to_string(), "nats://big.example:4222");
        assert_eq!(address.token(), Some("s3cret"));
        assert!(!format!("{address:?}").contains("s3cret"));
        assert_eq!(address.with_token(), "nats://s3cret@big.example:4222");
        assert_eq!(ClusterAddress::parse("10.0.0.1:99").unwrap().to_string(), "nats://10.0.0.1:99");
        assert_eq!(
            ClusterAddress::parse("nats://[::1]:99").unwrap().to_string(),
            "nats://[::1]:99"
        );
        for wrong in ["http://host", "nats://", "nats://a b", "nats://s3cret@"] {
            let error = ClusterAddress::parse(wrong).unwrap_err().to_string();
            assert!(error.contains("is no address of a cluster"), "{error}");
            assert!(!error.contains("s3cret"), "{error}");
        }
    }
}
