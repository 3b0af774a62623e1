//! The ids of tithis, yogas, karanas, lunar months, seasons and the sixty years, in the transliteration of the API.
//! The nakshatras are in [`crate::nakshatra`].

/// The tithis from the first of the bright half (1) to the new moon (30).
pub const TITHIS: [&str; 30] = [
    "shukla-pratipada",
    "shukla-dwitiya",
    "shukla-tritiya",
    "shukla-chaturthi",
    "shukla-panchami",
    "shukla-shashthi",
    "shukla-saptami",
    "shukla-ashtami",
    "shukla-navami",
    "shukla-dashami",
    "shukla-ekadashi",
    "shukla-dwadashi",
    "shukla-trayodashi",
    "shukla-chaturdashi",
    "purnima",
    "krishna-pratipada",
    "krishna-dwitiya",
    "krishna-tritiya",
    "krishna-chaturthi",
    "krishna-panchami",
    "krishna-shashthi",
    "krishna-saptami",
    "krishna-ashtami",
    "krishna-navami",
    "krishna-dashami",
    "krishna-ekadashi",
    "krishna-dwadashi",
    "krishna-trayodashi",
    "krishna-chaturdashi",
    "amavasya",
];

/// The yogas of the Sun and the Moon, from 0 degrees of the sum of their sidereal longitudes.
pub const YOGAS: [&str; 27] = [
    "vishkambha",
    "priti",
    "ayushman",
    "saubhagya",
    "shobhana",
    "atiganda",
    "sukarma",
    "dhriti",
    "shula",
    "ganda",
    "vriddhi",
    "dhruva",
    "vyaghata",
    "harshana",
    "vajra",
    "siddhi",
    "vyatipata",
    "variyana",
    "parigha",
    "shiva",
    "siddha",
    "sadhya",
    "shubha",
    "shukla",
    "brahma",
    "indra",
    "vaidhriti",
];

/// The eleven karanas: the seven that recur, then the four that occur once a month.
pub const KARANAS: [&str; 11] = [
    "bava",
    "balava",
    "kaulava",
    "taitila",
    "gara",
    "vanija",
    "vishti",
    "shakuni",
    "chatushpada",
    "naga",
    "kimstughna",
];

/// Returns the id of a karana by its number in the lunar month, from 1 (the first half of the first tithi) to 60.
///
/// # Examples
///
/// ```
/// use astrology::vedic::panchang::name::karana;
///
/// assert_eq!([1, 2, 8, 9, 57].map(karana), ["kimstughna", "bava", "vishti", "bava", "vishti"]);
/// assert_eq!([58, 59, 60].map(karana), ["shakuni", "chatushpada", "naga"]);
/// ```
pub const fn karana(number: u8) -> &'static str {
    let number = number as usize;
    KARANAS[match number {
        2..=57 => (number - 2) % 7,
        58..=60 => number - 51,
        _ => 10,
    }]
}

/// The lunar months, from the one in which the Sun enters Aries.
pub const MONTHS: [&str; 12] = [
    "chaitra",
    "vaishakha",
    "jyeshtha",
    "ashadha",
    "shravana",
    "bhadrapada",
    "ashwin",
    "kartika",
    "margashirsha",
    "pausha",
    "magha",
    "phalguna",
];

/// The weekdays from Sunday.
pub const VARAS: [&str; 7] = [
    "ravivara",
    "somavara",
    "mangalavara",
    "budhavara",
    "guruvara",
    "shukravara",
    "shanivara",
];

/// The seasons, from the one around the March equinox.
pub const RITUS: [&str; 6] = [
    "vasanta", "grishma", "varsha", "sharad", "hemanta", "shishira",
];

/// The sixty years of Jupiter.
pub const SAMVATSARAS: [&str; 60] = [
    "prabhava",
    "vibhava",
    "shukla",
    "pramoda",
    "prajapati",
    "angirasa",
    "shrimukha",
    "bhava",
    "yuva",
    "dhata",
    "ishvara",
    "bahudhanya",
    "pramathi",
    "vikrama",
    "vrisha",
    "chitrabhanu",
    "svabhanu",
    "tarana",
    "parthiva",
    "vyaya",
    "sarvajit",
    "sarvadhari",
    "virodhi",
    "vikriti",
    "khara",
    "nandana",
    "vijaya",
    "jaya",
    "manmatha",
    "durmukhi",
    "hemalamba",
    "vilambi",
    "vikari",
    "sharvari",
    "plava",
    "shubhakrit",
    "shobhakrit",
    "krodhi",
    "vishvavasu",
    "parabhava",
    "plavanga",
    "kilaka",
    "saumya",
    "sadharana",
    "virodhakrit",
    "paridhavi",
    "pramadi",
    "ananda",
    "rakshasa",
    "nala",
    "pingala",
    "kalayukta",
    "siddharthi",
    "raudra",
    "durmati",
    "dundubhi",
    "rudhirodgari",
    "raktakshi",
    "krodhana",
    "akshaya",
];
