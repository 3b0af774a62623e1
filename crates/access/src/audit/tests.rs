//! Tests of the audit chain: every change to a log without the key is detected.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::*;
use crate::master::MasterSecret;

fn key() -> AuditKey {
    MasterSecret::from_bytes([6; 32]).audit_key()
}

fn organization(seed: u8) -> ChainId {
    let id = OrgId::from_bytes(&[seed; 16]).unwrap();
    ChainId::Organization(id)
}

type Log = Vec<(AuditEntry, AuditMac)>;

/// Returns a log of these fields with valid MACs, and its head.
fn written(chain: ChainId, fields: &[[String; 3]]) -> (Log, ChainHead) {
    let mut head = ChainHead::genesis(chain, &key());
    let mut log = Log::new();
    for [actor, before, after] in fields {
        let entry = AuditEntry {
            sequence: head.next_sequence(),
            at: Timestamp::from_micros(1_800_000_000_000_000),
            actor: actor.clone(),
            action: "key.create".to_owned(),
            subject: "key_1".to_owned(),
            before: (!before.is_empty()).then(|| before.clone()),
            after: Some(after.clone()),
            source_address: Some("192.0.2.1".to_owned()),
        };
        head = head.append(&entry, &key()).unwrap();
        log.push((entry, head.mac));
    }
    (log, head)
}

fn verified(chain: ChainId, log: &Log, head: ChainHead) -> Result<ChainHead, AuditBreak> {
    let key = key();
    let mut verifier = ChainVerifier::new(chain, &key);
    for (entry, mac) in log {
        verifier.take(entry, *mac)?;
    }
    verifier.finish(head)
}

fn three() -> (Log, ChainHead) {
    let fields = ["ann", "bob", "cyd"].map(|actor| [actor, "{\"a\":1}", "{}"].map(str::to_owned));
    written(ChainId::Installation, &fields)
}

fn check(change: impl FnOnce(&mut Log, &mut ChainHead), expected: AuditBreak) {
    let (mut log, mut head) = three();
    change(&mut log, &mut head);
    let found = verified(ChainId::Installation, &log, head);
    assert_eq!(found, Err(expected));
}

#[test]
fn an_untouched_chain_is_sound() {
    let (log, head) = three();
    assert_eq!(verified(ChainId::Installation, &log, head), Ok(head));
    let genesis = ChainHead::genesis(ChainId::Installation, &key());
    assert_eq!(
        verified(ChainId::Installation, &Log::new(), genesis),
        Ok(genesis)
    );
}

#[test]
fn each_kind_of_edit_is_found_at_its_place() {
    let changed = |sequence| AuditBreak::Changed { sequence };
    check(|log, _| log[1].0.actor = "eve".to_owned(), changed(2));
    check(|log, _| log[1].0.before = None, changed(2));
    check(|log, _| log[1].0.before = Some(String::new()), changed(2));
    check(|log, _| log[2].0.at = Timestamp::from_micros(0), changed(3));
    check(
        |log, _| log[0].1 = AuditMac::from_bytes([0; 32]),
        changed(1),
    );
    let gap = |expected, found| AuditBreak::Sequence { expected, found };
    check(|log, _| drop(log.remove(0)), gap(1, 2));
    check(|log, _| drop(log.remove(1)), gap(2, 3));
    check(|log, _| log.swap(0, 1), gap(1, 2));
    check(|log, _| log.push(log[2].clone()), gap(4, 3));
    // An entry is removed, and the rest are renumbered.
    check(
        |log, _| {
            log.remove(1);
            log[1].0.sequence = 2;
        },
        changed(2),
    );
    // Contents are swapped, and the numbers are kept.
    check(
        |log, _| {
            log.swap(0, 1);
            (log[0].0.sequence, log[1].0.sequence) = (1, 2);
        },
        changed(1),
    );
}

#[test]
fn text_cannot_move_from_one_field_into_the_next() {
    check(
        |log, _| {
            log[0].0.actor = "an".to_owned();
            log[0].0.action = "nkey.create".to_owned();
        },
        AuditBreak::Changed { sequence: 1 },
    );
    check(
        |log, _| log[0].0.before = log[0].0.after.replace("{\"a\":1}".to_owned()),
        AuditBreak::Changed { sequence: 1 },
    );
}

#[test]
fn a_cut_tail_is_found_by_the_head() {
    check(
        |log, _| drop(log.pop()),
        AuditBreak::Head { last: 2, head: 3 },
    );
    check(|log, _| log.clear(), AuditBreak::Head { last: 0, head: 3 });
    assert_eq!(AuditBreak::Head { last: 2, head: 3 }.sequence(), 3);
    // A forged head.
    check(
        |_, head| head.mac = AuditMac::from_bytes([0; 32]),
        AuditBreak::Changed { sequence: 3 },
    );
    // The documented limit: the log and the head are reset together to an earlier head.
    let (mut log, _) = three();
    log.pop();
    let earlier = ChainHead {
        sequence: 2,
        mac: log[1].1,
    };
    assert!(verified(ChainId::Installation, &log, earlier).is_ok());
}

#[test]
fn nobody_appends_without_the_key() {
    let other = MasterSecret::from_bytes([7; 32]).audit_key();
    check(
        |log, head| {
            let entry = AuditEntry {
                sequence: 4,
                ..log[2].0.clone()
            };
            *head = head.append(&entry, &other).unwrap();
            log.push((entry, head.mac));
        },
        AuditBreak::Changed { sequence: 4 },
    );
}

#[test]
fn a_chain_cannot_stand_in_for_another() {
    let (log, head) = three();
    for chain in [organization(1), organization(2)] {
        let found = verified(chain, &log, head);
        assert_eq!(found, Err(AuditBreak::Changed { sequence: 1 }));
    }
    let empty = ChainHead::genesis(organization(1), &key());
    assert_ne!(empty, ChainHead::genesis(organization(2), &key()));
}

#[test]
fn entries_are_numbered_without_gaps() {
    let (log, head) = three();
    for sequence in [0, 3, 5, u64::MAX] {
        let entry = AuditEntry {
            sequence,
            ..log[0].0.clone()
        };
        let expected = AuditBreak::Sequence {
            expected: 4,
            found: sequence,
        };
        assert_eq!(head.append(&entry, &key()), Err(expected));
    }
}

/// The MAC of one entry, computed independently with Python's `hmac` and `struct`.
#[test]
fn known_answer_of_the_encoding() {
    let (log, _) = written(
        ChainId::Installation,
        &[["ann".to_owned(), String::new(), "{}".to_owned()]],
    );
    let mut hex = String::new();
    for byte in log[0].1.as_bytes() {
        write!(hex, "{byte:02x}").unwrap();
    }
    assert_eq!(
        hex,
        "2e9dd425fd9a4ad872814950ee52774fd15fb6aba3b7a76eaaca57a4c9959b51"
    );
}

/// Changes one byte of one text field of an entry, keeping it UTF-8.
fn change_byte(entry: &mut AuditEntry, field: usize, position: prop::sample::Index) -> bool {
    let text = match field {
        0 => Some(&mut entry.actor),
        1 => Some(&mut entry.action),
        2 => Some(&mut entry.subject),
        3 => entry.before.as_mut(),
        4 => entry.after.as_mut(),
        _ => entry.source_address.as_mut(),
    };
    let Some(text) = text.filter(|it| !it.is_empty()) else {
        return false;
    };
    let mut bytes = std::mem::take(text).into_bytes();
    let position = position.index(bytes.len());
    bytes[position] ^= 1;
    *text = String::from_utf8(bytes).unwrap();
    true
}

proptest! {
    #[test]
    fn a_changed_byte_is_found_where_it_is(
        fields in prop::collection::vec(prop::array::uniform3("[ -~]{1,8}"), 1..8),
        place: prop::sample::Index,
        field in 0_usize..6,
        position: prop::sample::Index,
    ) {
        let (mut log, head) = written(organization(1), &fields);
        let place = place.index(log.len());
        prop_assume!(change_byte(&mut log[place].0, field, position));
        let sequence = log[place].0.sequence;
        let found = verified(organization(1), &log, head);
        prop_assert_eq!(found, Err(AuditBreak::Changed { sequence }));
    }

    #[test]
    fn any_selection_or_order_of_entries_but_the_written_one_is_found(
        count in 1_usize..8,
        picks in prop::collection::vec(0_usize..8, 0..9),
    ) {
        let fields: Vec<_> = (0..count).map(|it| [it.to_string(), String::new(), "{}".to_owned()]).collect();
        let (log, head) = written(organization(1), &fields);
        let picked: Log = picks.iter().filter_map(|index| log.get(*index)).cloned().collect();
        let sound = verified(organization(1), &picked, head).is_ok();
        prop_assert_eq!(sound, picked == log);
    }
}
