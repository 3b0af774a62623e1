//! Comparisons of two charts: synastry, composite, Davison, compatibility.

pub mod compatibility;
pub mod composite;
pub mod davison;
pub mod synastry;
