//! Writing a pack: header, directory, records. The format is described where it is read, in
//! `ephemeris::pack`.

use anyhow::{Context, Result, bail};
use ephemeris::pack::{
    ENTRY_BYTES, HEADER_BYTES, MAGIC, MAX_DEGREE, PADDING_BYTES, Quantity, VERSION,
};

use super::fit::Fit;

/// The bytes of a pack with these series.
pub(super) fn assemble(fits: &[(Quantity, Fit)]) -> Result<Vec<u8>> {
    let mut directory = Vec::new();
    let mut records = Vec::new();
    let records_begin = HEADER_BYTES + fits.len() * ENTRY_BYTES;
    for (quantity, fit) in fits {
        let begin = records_begin + records.len();
        directory.extend(entry(*quantity, fit, begin)?);
        for record in &fit.records {
            write_record(fit, record, &mut records);
        }
    }
    records.resize(records.len() + PADDING_BYTES, 0);
    let body = [directory, records].concat();
    let mut bytes = Vec::with_capacity(HEADER_BYTES + body.len());
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(u32::try_from(fits.len())?.to_le_bytes());
    bytes.extend(((HEADER_BYTES + body.len()) as u64).to_le_bytes());
    bytes.extend(crc32fast::hash(&body).to_le_bytes());
    bytes.extend([0; 4]);
    bytes.extend(body);
    Ok(bytes)
}

fn entry(quantity: Quantity, fit: &Fit, begin: usize) -> Result<[u8; ENTRY_BYTES]> {
    if fit.degree > MAX_DEGREE {
        bail!("the degree {} is above {MAX_DEGREE}", fit.degree);
    }
    let code = quantity.code().context("this quantity has no code")?;
    let mut entry = [0; ENTRY_BYTES];
    let mut put = |at: usize, bytes: &[u8]| entry[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, &code.to_le_bytes());
    put(4, &[u8::try_from(fit.degree)?]);
    put(8, &fit.first.to_le_bytes());
    put(16, &fit.record_days.to_le_bytes());
    put(24, &u32::try_from(fit.records.len())?.to_le_bytes());
    put(28, &u32::try_from(fit.record_bytes())?.to_le_bytes());
    put(32, &(begin as u64).to_le_bytes());
    put(40, &fit.quantum.to_le_bytes());
    put(48, &fit.shifts);
    put(72, fit.widths.as_flattened());
    Ok(entry)
}

/// Appends the coefficients as bit fields, the highest first, the low bits of a field first. A field
/// holds what is left above the smallest value it can hold.
fn write_record(fit: &Fit, record: &[[i64; 3]], bytes: &mut Vec<u8>) {
    let begin = bytes.len();
    bytes.resize(begin + fit.record_bytes(), 0);
    let mut bit = 0;
    for (term, widths) in record.iter().zip(&fit.widths).rev() {
        for (value, width) in term.iter().zip(widths) {
            let value = value + (1 << (width - 1));
            for place in 0..usize::from(*width) {
                if (value >> place) & 1 == 1 {
                    let at = bit + place;
                    bytes[begin + at / 8] |= 1 << (at % 8);
                }
            }
            bit += usize::from(*width);
        }
    }
}
