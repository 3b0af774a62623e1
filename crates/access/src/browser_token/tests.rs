//! Tests of browser tokens: minting, refusals and forgery.

use proptest::prelude::*;

use super::*;
use crate::domain::{DomainDecision, DomainDenial};
use crate::master::MasterSecret;

const NOW: Timestamp = Timestamp::from_micros(1_800_000_000_000_000);

fn key() -> BrowserTokenKey {
    MasterSecret::from_bytes([3; 32]).browser_token_key()
}

fn parent(domains: &DomainRule) -> ParentKey<'_> {
    ParentKey {
        id: KeyId::from_bytes(&[1; 16]).unwrap(),
        permissions: KeyPermissions::of(&[KeyPermission::CalcRead, KeyPermission::ChartRead]),
        domains,
        expires_at: None,
    }
}

fn patterns(texts: &[&str]) -> Vec<DomainPattern> {
    texts.iter().map(|it| it.parse().unwrap()).collect()
}

fn request() -> BrowserTokenRequest {
    BrowserTokenRequest {
        permissions: KeyPermissions::of(&[KeyPermission::CalcRead]),
        origins: patterns(&["example.com", "*.example.org"]),
        lifetime: MAX_LIFETIME,
    }
}

fn minted() -> (BrowserToken, BrowserTokenClaims) {
    let unrestricted = DomainRule::Unrestricted;
    BrowserToken::mint(request(), parent(&unrestricted), &key(), NOW).unwrap()
}

#[test]
fn a_token_says_what_was_minted_until_it_expires() {
    let (token, claims) = minted();
    assert!(BrowserTokenClaims::recognizes(token.reveal()));
    let verify = |now| BrowserTokenClaims::verify(token.reveal(), &key(), now);
    assert_eq!(verify(NOW), Ok(claims.clone()));
    let last = Timestamp::from_micros(claims.expires_at.micros() - 1);
    assert_eq!(verify(last), Ok(claims.clone()));
    assert_eq!(verify(claims.expires_at), Err(BrowserTokenRefusal::Expired));
    let denied = DomainDecision::Denied(DomainDenial::NoMatch);
    let rule = DomainRule::List(claims.origins);
    assert_eq!(
        rule.decide([b"https://example.org".as_slice()], [])
            .decision,
        denied
    );
    assert_eq!(format!("{token:?}"), "BrowserToken(…)");
}

fn check(change: impl FnOnce(&mut BrowserTokenRequest, &mut ParentKey<'_>), expected: MintRefusal) {
    let list = DomainList::new(patterns(&["example.com", "*.example.org"])).unwrap();
    let domains = DomainRule::List(list);
    let (mut request, mut parent) = (request(), parent(&domains));
    change(&mut request, &mut parent);
    let refusal = BrowserToken::mint(request, parent, &key(), NOW).map(|it| it.1);
    assert_eq!(refusal, Err(expected));
}

#[test]
fn a_token_is_only_ever_narrower_than_its_key() {
    let list = DomainList::new(patterns(&["example.com", "*.example.org"])).unwrap();
    let domains = DomainRule::List(list);
    let equal = BrowserToken::mint(request(), parent(&domains), &key(), NOW);
    assert!(equal.is_ok(), "a token can be as wide as its key");

    check(
        |it, _| it.permissions = KeyPermissions::EMPTY,
        MintRefusal::PermissionsEmpty,
    );
    check(
        |it, _| it.permissions = KeyPermissions::ALL,
        MintRefusal::PermissionNotHeld(KeyPermission::ContentRead),
    );
    check(|it, _| it.origins.clear(), MintRefusal::OriginsEmpty);
    check(
        |it, _| it.origins = patterns(&["example.com"; 11]),
        MintRefusal::TooManyOrigins { given: 11 },
    );
    check(
        |it, _| it.origins = patterns(&["*"]),
        MintRefusal::OriginAny,
    );
    let foreign = "www.example.com".parse::<DomainPattern>().unwrap();
    check(
        |it, _| it.origins = patterns(&["example.com", "www.example.com"]),
        MintRefusal::OriginNotCovered(foreign),
    );
    check(
        |it, _| it.lifetime = Duration::from_millis(999),
        MintRefusal::Lifetime,
    );
    check(
        |it, _| it.lifetime = MAX_LIFETIME + Duration::from_micros(1),
        MintRefusal::Lifetime,
    );
    check(
        |_, it| {
            it.expires_at = Some(Timestamp::from_micros(NOW.plus(MAX_LIFETIME).micros() - 1));
        },
        MintRefusal::OutlivesKey,
    );
}

#[test]
fn a_token_for_every_page_is_refused_even_to_an_unrestricted_key() {
    let unrestricted = DomainRule::Unrestricted;
    let any = BrowserTokenRequest {
        origins: patterns(&["*"]),
        ..request()
    };
    let refusal = BrowserToken::mint(any, parent(&unrestricted), &key(), NOW);
    assert_eq!(refusal.map(|it| it.1), Err(MintRefusal::OriginAny));
}

#[test]
fn permissions_taken_from_the_key_are_taken_from_the_token() {
    let (_, claims) = minted();
    let parent = KeyPermissions::of(&[KeyPermission::ChartRead]);
    assert!(claims.permissions_within(parent).is_empty());
    assert_eq!(
        claims.permissions_within(KeyPermissions::ALL),
        claims.permissions
    );
}

#[test]
fn the_longest_token_is_accepted_and_longer_text_is_not_parsed() {
    let origins = (0..10).map(|index| {
        let label = |length| "a".repeat(length);
        let text = format!(
            "a{index}.{}.{}.{}.{}.com:65535",
            label(63),
            label(63),
            label(63),
            label(50)
        );
        text.parse().unwrap()
    });
    let longest = BrowserTokenRequest {
        permissions: KeyPermissions::ALL,
        origins: origins.collect(),
        ..request()
    };
    let unrestricted = DomainRule::Unrestricted;
    let parent = ParentKey {
        permissions: KeyPermissions::ALL,
        ..parent(&unrestricted)
    };
    let (token, claims) = BrowserToken::mint(longest, parent, &key(), NOW).unwrap();
    println!("the longest token has {} characters", token.reveal().len());
    assert_eq!(
        BrowserTokenClaims::verify(token.reveal(), &key(), NOW),
        Ok(claims)
    );
    let long = format!("bt_{}.{}", "a".repeat(1 << 20), "a".repeat(43));
    let refusal = BrowserTokenClaims::verify(&long, &key(), NOW);
    assert_eq!(refusal, Err(BrowserTokenRefusal::Invalid));
}

#[test]
fn another_installations_token_is_invalid_even_when_expired() {
    let (token, claims) = minted();
    let other = MasterSecret::from_bytes([4; 32]).browser_token_key();
    for now in [NOW, claims.expires_at] {
        let refusal = BrowserTokenClaims::verify(token.reveal(), &other, now);
        assert_eq!(refusal, Err(BrowserTokenRefusal::Invalid));
    }
}

proptest! {
    #[test]
    fn one_changed_character_is_always_found(position: prop::sample::Index, byte in 0_u8..128) {
        let (token, _) = minted();
        let mut text = token.reveal().as_bytes().to_vec();
        let position = position.index(text.len());
        prop_assume!(text[position] != byte);
        text[position] = byte;
        let text = String::from_utf8(text).unwrap();
        let refusal = BrowserTokenClaims::verify(&text, &key(), NOW);
        prop_assert_eq!(refusal, Err(BrowserTokenRefusal::Invalid));
    }

    #[test]
    fn any_text_is_answered(text in "(bt_)?[A-Za-z0-9_-]{0,60}\\.?[A-Za-z0-9_-]{0,43}|\\PC*") {
        let refusal = BrowserTokenClaims::verify(&text, &key(), NOW);
        prop_assert_eq!(refusal, Err(BrowserTokenRefusal::Invalid));
    }
}
