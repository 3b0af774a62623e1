//! Content codings: which one a client accepts, and their encoders.

use std::fmt;
use std::io::{self, Write};

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;
use brotli::CompressorWriter;
use flate2::Compression;
use flate2::write::GzEncoder;

/// A content coding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    /// Zstandard (RFC 8878).
    Zstd,
    /// Brotli (RFC 7932).
    Brotli,
    /// Gzip (RFC 1952).
    Gzip,
}

impl Coding {
    /// Every coding, the preferred ones first: at these levels Zstandard is the fastest and Gzip the
    /// slowest for about the same size.
    pub(crate) const ALL: [Self; 3] = [Self::Zstd, Self::Brotli, Self::Gzip];

    /// The name in headers.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Zstd => "zstd",
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// The best coding that a client accepts: the one with the highest quality, and of those the one
    /// that we prefer. `None` if it accepts none of them.
    pub(crate) fn accepted(headers: &HeaderMap) -> Option<Self> {
        let mut any = 0.0;
        let mut named = [None; Self::ALL.len()];
        let fields = headers.get_all(ACCEPT_ENCODING).iter();
        for entry in fields.flat_map(|it| it.to_str().unwrap_or_default().split(',')) {
            let mut parts = entry.split(';').map(str::trim);
            let name = parts.next().unwrap_or_default();
            let quality =
                parts.find_map(|it| it.strip_prefix("q=").or_else(|| it.strip_prefix("Q=")));
            let quality = quality.map_or(1.0, |it| it.trim().parse().unwrap_or(0.0_f32).min(1.0));
            if name == "*" {
                any = quality;
            }
            let name = if name.eq_ignore_ascii_case("x-gzip") {
                Self::Gzip.name()
            } else {
                name
            };
            for (coding, named) in Self::ALL.into_iter().zip(&mut named) {
                if coding.name().eq_ignore_ascii_case(name) {
                    *named = Some(quality);
                }
            }
        }
        let mut best: Option<(Self, f32)> = None;
        for (coding, named) in Self::ALL.into_iter().zip(named) {
            let quality = named.unwrap_or(any);
            if quality > best.map_or(0.0, |(_, quality)| quality) {
                best = Some((coding, quality));
            }
        }
        best.map(|(coding, _)| coding)
    }

    /// Encodes bytes that are in memory.
    pub(crate) fn encode(self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut encoder = Encoder::new(self)?;
        let mut encoded = encoder.write(bytes)?;
        encoded.extend(encoder.finish()?);
        Ok(encoded)
    }
}

/// The encoder of a stream.
///
/// At these levels compressing a table takes less time than calculating it, and with these windows a
/// stream takes less than 2 MB.
pub(crate) enum Encoder {
    Zstd(zstd::stream::write::Encoder<'static, Vec<u8>>),
    Brotli(Box<CompressorWriter<Vec<u8>>>),
    Gzip(GzEncoder<Vec<u8>>),
}

impl fmt::Debug for Encoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Encoder(…)")
    }
}

impl Encoder {
    pub(crate) fn new(coding: Coding) -> io::Result<Self> {
        const ZSTD_LEVEL: i32 = 1;
        const ZSTD_WINDOW_LOG: u32 = 18;
        const BROTLI_QUALITY: u32 = 2;
        const BROTLI_WINDOW_LOG: u32 = 17;
        const BROTLI_BUFFER_BYTES: usize = 4096;
        /// Much faster than the default level 6, for slightly larger responses.
        const GZIP_LEVEL: u32 = 3;
        Ok(match coding {
            Coding::Zstd => {
                let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), ZSTD_LEVEL)?;
                encoder.window_log(ZSTD_WINDOW_LOG)?;
                Self::Zstd(encoder)
            }
            Coding::Brotli => Self::Brotli(Box::new(CompressorWriter::new(
                Vec::new(),
                BROTLI_BUFFER_BYTES,
                BROTLI_QUALITY,
                BROTLI_WINDOW_LOG,
            ))),
            Coding::Gzip => Self::Gzip(GzEncoder::new(Vec::new(), Compression::new(GZIP_LEVEL))),
        })
    }

    /// Encodes a piece and returns what is encoded so far.
    pub(crate) fn write(&mut self, piece: &[u8]) -> io::Result<Vec<u8>> {
        match self {
            Self::Zstd(encoder) => encoder.write_all(piece)?,
            Self::Brotli(encoder) => encoder.write_all(piece)?,
            Self::Gzip(encoder) => encoder.write_all(piece)?,
        }
        Ok(std::mem::take(match self {
            Self::Zstd(encoder) => encoder.get_mut(),
            Self::Brotli(encoder) => encoder.get_mut(),
            Self::Gzip(encoder) => encoder.get_mut(),
        }))
    }

    /// Ends the stream and returns the rest.
    pub(crate) fn finish(self) -> io::Result<Vec<u8>> {
        match self {
            Self::Zstd(encoder) => encoder.finish(),
            Self::Brotli(encoder) => Ok(encoder.into_inner()),
            Self::Gzip(encoder) => encoder.finish(),
        }
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use std::io::Read as _;

    use super::*;

    /// Decodes with a decoder of its own library.
    pub(crate) fn decode(coding: Coding, bytes: &[u8]) -> Vec<u8> {
        let mut decoded = Vec::new();
        match coding {
            Coding::Zstd => decoded = zstd::decode_all(bytes).unwrap(),
            Coding::Brotli => {
                let mut decoder = brotli::Decompressor::new(bytes, 4096);
                decoder.read_to_end(&mut decoded).unwrap();
            }
            Coding::Gzip => {
                let mut decoder = flate2::read::GzDecoder::new(bytes);
                decoder.read_to_end(&mut decoded).unwrap();
            }
        }
        decoded
    }
}

#[cfg(test)]
mod tests {
    use super::testing::decode;
    use super::*;

    #[test]
    fn the_best_accepted_coding_is_used() {
        let check = |field: &str, accepted: Option<Coding>| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, field.parse().unwrap());
            assert_eq!(Coding::accepted(&headers), accepted, "{field}");
        };
        check("gzip", Some(Coding::Gzip));
        check("x-gzip", Some(Coding::Gzip));
        check("GZIP;q=0.5, deflate", Some(Coding::Gzip));
        check("gzip, deflate, br, zstd", Some(Coding::Zstd));
        check("gzip, deflate, br", Some(Coding::Brotli));
        check("br;q=0.5, gzip", Some(Coding::Gzip));
        check("gzip;q=0", None);
        check("gzip; q=0.000", None);
        check("*", Some(Coding::Zstd));
        check("*, zstd;q=0", Some(Coding::Brotli));
        check("*;q=0", None);
        check("identity, deflate", None);
        check("gzip;q=nonsense", None);
        assert_eq!(Coding::accepted(&HeaderMap::new()), None);
    }

    #[test]
    fn every_coding_can_be_decoded() {
        for coding in Coding::ALL {
            for text in ["", "almagest", &"ephemeris ".repeat(10_000)] {
                let encoded = coding.encode(text.as_bytes()).unwrap();
                assert_eq!(decode(coding, &encoded), text.as_bytes(), "{coding:?}");
            }
        }
    }
}
