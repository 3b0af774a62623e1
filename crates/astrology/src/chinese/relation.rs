//! Relations of two branches, such as those of the animals of a birth and of a year.

use super::cycle::Branch;

/// A relation of two branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Two of the three branches that form a frame (san he).
    Triad,
    /// One of the six harmonies (liu he).
    Harmony,
    /// Opposite branches (chong).
    Clash,
    /// One of the six harms (hai).
    Harm,
    /// A punishment between different branches (xing).
    Punishment,
    /// A branch that punishes itself.
    SelfPunishment,
    /// One of the six destructions (po).
    Destruction,
    /// The same branch.
    Same,
}

impl Relation {
    /// The id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Triad => "triad",
            Self::Harmony => "harmony",
            Self::Clash => "clash",
            Self::Harm => "harm",
            Self::Punishment => "punishment",
            Self::SelfPunishment => "selfPunishment",
            Self::Destruction => "destruction",
            Self::Same => "same",
        }
    }
}

/// Branches that punish each other: the groups of yin, si, shen and of chou, xu, wei, and zi with mao.
const PUNISHING: [&[usize]; 3] = [&[2, 5, 8], &[1, 10, 7], &[0, 3]];
/// Branches that punish themselves: chen, wu, you, hai.
const SELF_PUNISHING: [usize; 4] = [4, 6, 9, 11];

/// Every relation of two branches, the strongest first. Empty if they have none.
///
/// ```
/// use astrology::chinese::{cycle::Branch, relation::{Relation, relations}};
///
/// // Tiger and monkey are opposite and also punish each other.
/// let found = relations(Branch::new(2), Branch::new(8));
/// assert_eq!(found, [Relation::Clash, Relation::Punishment]);
/// ```
pub fn relations(one: Branch, other: Branch) -> Vec<Relation> {
    let (a, b) = (one.index(), other.index());
    let apart = (b + 12 - a) % 12;
    let sum = (a + b) % 12;
    let mut found = Vec::new();
    if apart == 0 {
        found.push(if SELF_PUNISHING.contains(&a) {
            Relation::SelfPunishment
        } else {
            Relation::Same
        });
    }
    if apart == 4 || apart == 8 {
        found.push(Relation::Triad);
    }
    // Harmonies mirror the branches at the axis between zi and chou, harms at the one between wu and zi.
    if sum == 1 {
        found.push(Relation::Harmony);
    }
    if apart == 6 {
        found.push(Relation::Clash);
    }
    if sum == 7 {
        found.push(Relation::Harm);
    }
    let punishing = |group: &&[usize]| group.contains(&a) && group.contains(&b);
    if apart != 0 && PUNISHING.iter().any(punishing) {
        found.push(Relation::Punishment);
    }
    if is_destruction(a, apart) {
        found.push(Relation::Destruction);
    }
    found
}

/// A yang branch and the one three before it, which is the same pair for a yin branch and the one three after it.
fn is_destruction(branch: usize, apart: usize) -> bool {
    let is_yang = branch.is_multiple_of(2);
    (is_yang && apart == 9) || (!is_yang && apart == 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pairs of a relation, in the order of the animals.
    fn pairs(relation: Relation) -> String {
        let branches = || (0..12).map(Branch::new);
        let pairs = branches().flat_map(|a| branches().skip(a.index()).map(move |b| (a, b)));
        let related = pairs.filter(|(a, b)| relations(*a, *b).contains(&relation));
        let named = related.map(|(a, b)| format!("{}-{}", a.animal(), b.animal()));
        named.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn relations_are_the_traditional_pairs() {
        let check = |relation, expected| assert_eq!(pairs(relation), expected, "{relation:?}");
        check(
            Relation::Harmony,
            "rat-ox tiger-pig rabbit-dog dragon-rooster snake-monkey horse-goat",
        );
        check(
            Relation::Clash,
            "rat-horse ox-goat tiger-monkey rabbit-rooster dragon-dog snake-pig",
        );
        check(
            Relation::Harm,
            "rat-goat ox-horse tiger-snake rabbit-dragon monkey-pig rooster-dog",
        );
        check(
            Relation::Punishment,
            "rat-rabbit ox-goat ox-dog tiger-snake tiger-monkey snake-monkey goat-dog",
        );
        check(
            Relation::SelfPunishment,
            "dragon-dragon horse-horse rooster-rooster pig-pig",
        );
        check(
            Relation::Destruction,
            "rat-rooster ox-dragon tiger-pig rabbit-horse snake-monkey goat-dog",
        );
        check(
            Relation::Triad,
            "rat-dragon rat-monkey ox-snake ox-rooster tiger-horse tiger-dog rabbit-goat rabbit-pig \
             dragon-monkey snake-rooster horse-dog goat-pig",
        );
    }

    #[test]
    fn relations_are_mutual() {
        for a in 0..12 {
            for b in 0..12 {
                let (a, b) = (Branch::new(a), Branch::new(b));
                assert_eq!(relations(a, b), relations(b, a));
            }
        }
    }
}
