//! The sexagenary cycle: ten stems, twelve branches, and what follows from a stem or a branch alone.

/// The five elements, in the order in which each produces the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Element {
    /// Wood.
    Wood,
    /// Fire.
    Fire,
    /// Earth.
    Earth,
    /// Metal.
    Metal,
    /// Water.
    Water,
}

impl Element {
    /// The elements, each before the one it produces.
    pub const ALL: [Self; 5] = [
        Self::Wood,
        Self::Fire,
        Self::Earth,
        Self::Metal,
        Self::Water,
    ];

    /// The id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Wood => "wood",
            Self::Fire => "fire",
            Self::Earth => "earth",
            Self::Metal => "metal",
            Self::Water => "water",
        }
    }

    /// How many steps of production lead from this element to another, from 0 to 4. Two steps are control.
    pub fn steps_to(self, other: Self) -> usize {
        (other as usize + 5 - self as usize) % 5
    }
}

/// Yang or yin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Polarity {
    /// Yang.
    Yang,
    /// Yin.
    Yin,
}

impl Polarity {
    /// The id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Yang => "yang",
            Self::Yin => "yin",
        }
    }

    const fn of(index: usize) -> Self {
        if index.is_multiple_of(2) {
            Self::Yang
        } else {
            Self::Yin
        }
    }
}

/// A heavenly stem, from 0 (jia) to 9 (gui).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stem(usize);

const STEM_IDS: [&str; 10] = [
    "jia", "yi", "bing", "ding", "wu", "ji", "geng", "xin", "ren", "gui",
];

impl Stem {
    /// The stem with this index, counted from 0 and modulo 10.
    pub const fn new(index: usize) -> Self {
        Self(index % 10)
    }

    /// The index, from 0.
    pub const fn index(self) -> usize {
        self.0
    }

    /// The id, in pinyin without tones.
    pub const fn id(self) -> &'static str {
        STEM_IDS[self.0]
    }

    /// Its element.
    pub const fn element(self) -> Element {
        Element::ALL[self.0 / 2]
    }

    /// Its polarity.
    pub const fn polarity(self) -> Polarity {
        Polarity::of(self.0)
    }
}

/// An earthly branch, from 0 (zi) to 11 (hai).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Branch(usize);

const BRANCH_IDS: [&str; 12] = [
    "zi", "chou", "yin", "mao", "chen", "si", "wu", "wei", "shen", "you", "xu", "hai",
];

/// The animals of the branches.
pub const ANIMAL_IDS: [&str; 12] = [
    "rat", "ox", "tiger", "rabbit", "dragon", "snake", "horse", "goat", "monkey", "rooster", "dog",
    "pig",
];

impl Branch {
    /// The branch with this index, counted from 0 and modulo 12.
    pub const fn new(index: usize) -> Self {
        Self(index % 12)
    }

    /// The index, from 0.
    pub const fn index(self) -> usize {
        self.0
    }

    /// The id, in pinyin without tones.
    pub const fn id(self) -> &'static str {
        BRANCH_IDS[self.0]
    }

    /// The id of its animal.
    pub const fn animal(self) -> &'static str {
        ANIMAL_IDS[self.0]
    }

    /// Its polarity.
    pub const fn polarity(self) -> Polarity {
        Polarity::of(self.0)
    }

    /// Its element.
    pub fn element(self) -> Element {
        self.main_stem().element()
    }

    /// The stems hidden in it, the main one first (*San Ming Tong Hui*, Wan Minying, 1578, on hidden stems).
    pub fn hidden_stems(self) -> &'static [Stem] {
        const fn stem(index: usize) -> Stem {
            Stem::new(index)
        }
        const HIDDEN: [&[Stem]; 12] = [
            &[stem(9)],
            &[stem(5), stem(9), stem(7)],
            &[stem(0), stem(2), stem(4)],
            &[stem(1)],
            &[stem(4), stem(1), stem(9)],
            &[stem(2), stem(6), stem(4)],
            &[stem(3), stem(5)],
            &[stem(5), stem(3), stem(1)],
            &[stem(6), stem(8), stem(4)],
            &[stem(7)],
            &[stem(4), stem(7), stem(3)],
            &[stem(8), stem(0)],
        ];
        HIDDEN[self.0]
    }

    fn main_stem(self) -> Stem {
        self.hidden_stems()[0]
    }
}

/// A stem and a branch of the same polarity: one of sixty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pillar(usize);

impl Pillar {
    /// The pillar with this place in the cycle, counted from 0 (jia-zi) and modulo 60.
    pub const fn new(place: usize) -> Self {
        Self(place % 60)
    }

    /// The pillar of an integer count of years, days or months.
    pub const fn counted(count: i64) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the remainder is from 0 to 59"
        )]
        let place = count.rem_euclid(60) as usize;
        Self(place)
    }

    /// The pillar of a stem and a branch, if their polarity is the same.
    pub fn of(stem: Stem, branch: Branch) -> Option<Self> {
        let place = (0..60).find(|it| it % 10 == stem.0 && it % 12 == branch.0);
        place.map(Self)
    }

    /// The place in the cycle, from 0.
    pub const fn place(self) -> usize {
        self.0
    }

    /// The stem.
    pub const fn stem(self) -> Stem {
        Stem::new(self.0)
    }

    /// The branch.
    pub const fn branch(self) -> Branch {
        Branch::new(self.0)
    }

    /// The pillar some steps later, or earlier for a negative number.
    #[must_use]
    pub const fn plus(self, steps: i64) -> Self {
        #[expect(clippy::cast_possible_wrap, reason = "a place is below 60")]
        let place = self.0 as i64;
        Self::counted(place + steps)
    }

    /// The id of its Na Yin, the image that two consecutive pillars share.
    pub const fn na_yin(self) -> &'static str {
        NA_YIN[self.0 / 2]
    }

    /// The element of its Na Yin.
    pub fn na_yin_element(self) -> Element {
        let id = self.na_yin();
        let found = Element::ALL.into_iter().find(|it| id.ends_with(it.id()));
        found.unwrap_or(Element::Earth)
    }
}

/// The thirty images of the sexagenary cycle, each for two pillars (*San Ming Tong Hui*, Wan Minying, 1578).
const NA_YIN: [&str; 30] = [
    "sea-metal",
    "furnace-fire",
    "forest-wood",
    "roadside-earth",
    "sword-edge-metal",
    "hilltop-fire",
    "ravine-water",
    "rampart-earth",
    "white-wax-metal",
    "willow-wood",
    "spring-water",
    "rooftop-earth",
    "thunderbolt-fire",
    "pine-wood",
    "flowing-water",
    "sand-metal",
    "foothill-fire",
    "plain-wood",
    "wall-earth",
    "gold-leaf-metal",
    "lamp-fire",
    "sky-river-water",
    "post-road-earth",
    "hairpin-metal",
    "mulberry-wood",
    "great-stream-water",
    "sand-earth",
    "sky-fire",
    "pomegranate-wood",
    "ocean-water",
];

/// What a stem is to the stem of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TenGod {
    /// Same element and polarity.
    Companion,
    /// Same element, other polarity.
    RobWealth,
    /// Produced by the day stem, same polarity.
    EatingGod,
    /// Produced by the day stem, other polarity.
    HurtingOfficer,
    /// Controlled by the day stem, same polarity.
    IndirectWealth,
    /// Controlled by the day stem, other polarity.
    DirectWealth,
    /// Controls the day stem, same polarity.
    SevenKillings,
    /// Controls the day stem, other polarity.
    DirectOfficer,
    /// Produces the day stem, same polarity.
    IndirectResource,
    /// Produces the day stem, other polarity.
    DirectResource,
}

impl TenGod {
    /// What `stem` is to the stem of the day.
    pub fn of(day: Stem, stem: Stem) -> Self {
        let same = day.polarity() == stem.polarity();
        match (day.element().steps_to(stem.element()), same) {
            (0, true) => Self::Companion,
            (0, false) => Self::RobWealth,
            (1, true) => Self::EatingGod,
            (1, false) => Self::HurtingOfficer,
            (2, true) => Self::IndirectWealth,
            (2, false) => Self::DirectWealth,
            (3, true) => Self::SevenKillings,
            (3, false) => Self::DirectOfficer,
            (_, true) => Self::IndirectResource,
            (_, false) => Self::DirectResource,
        }
    }

    /// The id, in pinyin without tones.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Companion => "biJian",
            Self::RobWealth => "jieCai",
            Self::EatingGod => "shiShen",
            Self::HurtingOfficer => "shangGuan",
            Self::IndirectWealth => "pianCai",
            Self::DirectWealth => "zhengCai",
            Self::SevenKillings => "qiSha",
            Self::DirectOfficer => "zhengGuan",
            Self::IndirectResource => "pianYin",
            Self::DirectResource => "zhengYin",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stem(id: &str) -> Stem {
        Stem::new(STEM_IDS.iter().position(|it| *it == id).unwrap())
    }

    #[test]
    fn sixty_pillars_join_stems_and_branches_of_the_same_polarity() {
        for place in 0..60 {
            let pillar = Pillar::new(place);
            assert_eq!(pillar.stem().polarity(), pillar.branch().polarity());
            assert_eq!(Pillar::of(pillar.stem(), pillar.branch()), Some(pillar));
        }
        assert_eq!(Pillar::of(Stem::new(0), Branch::new(1)), None);
        assert_eq!(Pillar::new(0).plus(-1).place(), 59);
    }

    #[test]
    fn the_element_of_a_branch_is_that_of_its_main_hidden_stem() {
        // Tiger and rabbit are wood, snake and horse fire, monkey and rooster metal, pig and rat water, the rest earth.
        let expected = "water earth wood wood earth fire fire earth metal metal earth water";
        let found: Vec<_> = (0..12).map(|it| Branch::new(it).element().id()).collect();
        assert_eq!(found.join(" "), expected);
    }

    #[test]
    fn ten_gods_follow_from_production_control_and_polarity() {
        let check = |day, other, expected| {
            assert_eq!(
                TenGod::of(stem(day), stem(other)).id(),
                expected,
                "{day} {other}"
            );
        };
        check("jia", "jia", "biJian");
        check("jia", "yi", "jieCai");
        check("jia", "bing", "shiShen");
        check("jia", "ding", "shangGuan");
        check("jia", "wu", "pianCai");
        check("jia", "ji", "zhengCai");
        check("jia", "geng", "qiSha");
        check("jia", "xin", "zhengGuan");
        check("jia", "ren", "pianYin");
        check("jia", "gui", "zhengYin");
        check("xin", "bing", "zhengGuan");
    }

    #[test]
    fn every_image_names_its_element() {
        // Metal, fire, wood, earth, metal, fire for the first six pairs: the traditional verse.
        let first: Vec<_> = (0..12)
            .step_by(2)
            .map(|it| Pillar::new(it).na_yin_element().id())
            .collect();
        assert_eq!(first.join(" "), "metal fire wood earth metal fire");
        for element in Element::ALL {
            let count = NA_YIN
                .iter()
                .filter(|it| it.ends_with(element.id()))
                .count();
            assert_eq!(count, 6, "{}", element.id());
        }
    }
}
