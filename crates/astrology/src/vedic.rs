//! Vedic astrology (Jyotisha): charts, divisional charts, planetary periods, bindus and yogas.
//!
//! Every longitude is sidereal: apparent tropical longitude less the mean ayanamsha and the nutation. The techniques
//! take longitudes and signs, so that each can be checked against its published rule without an ephemeris.
//! Conventions on which schools differ are arguments without a default. The defaults are those of the API.
//!
//! Works cited by name alone: Brihat Parashara Hora Shastra (BPHS), of which the printed editions number the chapters
//! differently.

pub mod ashtakavarga;
pub mod bhava;
pub mod chart;
pub mod combustion;
pub mod dasha;
pub mod dignity;
pub mod graha;
pub mod jaimini;
pub mod kp;
pub mod matching;
pub mod panchang;
pub mod shadbala;
pub mod upagraha;
pub mod varga;
pub mod yoga;
