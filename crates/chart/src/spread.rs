//! Spreads labels around a circle with the smallest possible shifts so that none overlaps its
//! neighbor.
//!
//! The labels keep the order of their true positions and a minimum distance. Among all such
//! arrangements the one with the smallest sum of squared shifts is chosen. Along a line this is
//! isotonic regression of the positions minus the sums of the distances before them, which the
//! pool-adjacent-violators algorithm solves exactly (Ayer et al. 1955, Ann. Math. Statist. 26, 641;
//! Best & Chakravarti 1990, Math. Programming 47, 425). On a circle the distance between the last
//! and the first label is one more constraint. Unless the labels fill the whole circle, at least
//! one constraint is inactive in the optimum, and cutting the circle there leaves a line with the
//! same solution. So each cut is tried, the widest gap first: a solution along the line that also
//! keeps the distance over the cut is optimal.

/// The minimum distance is reduced to what fits into this many degrees.
const ROOM_DEG: f64 = 359.0;

/// The smallest share of the requested distance to which the labels of a sector may shrink. With
/// less, they could not be read.
const LEAST_SHARE: f64 = 0.4;

/// The result of spreading labels.
#[derive(Debug, Clone, PartialEq)]
pub struct Spread {
    /// The position of each label in degrees in [0, 360), in the order of the input.
    pub places_deg: Vec<f64>,
    /// The distance that each label keeps from its neighbors: the requested one, or less where there
    /// are too many labels.
    pub gaps_deg: Vec<f64>,
}

/// Spreads labels whose true positions are `places_deg`, in any order and not necessarily
/// normalized, at least `gap_deg` apart.
///
/// # Examples
///
/// ```
/// let spread = chart::spread(&[10.0, 10.0, 200.0], 4.0);
/// assert_eq!(spread.places_deg, [8.0, 12.0, 200.0]);
/// ```
pub fn spread(places_deg: &[f64], gap_deg: f64) -> Spread {
    let count = places_deg.len();
    let gap_deg = match count {
        0 | 1 => gap_deg,
        _ => gap_deg.min(ROOM_DEG / count as f64),
    };
    let mut order: Vec<usize> = (0..count).collect();
    let turned: Vec<f64> = places_deg.iter().map(|place| turn(*place)).collect();
    // A stable sort: labels at the same position keep the order of the input.
    order.sort_by(|a, b| turned[*a].total_cmp(&turned[*b]));
    let sorted: Vec<f64> = order.iter().map(|index| turned[*index]).collect();
    let mut result = vec![0.0; count];
    for (place, index) in around(&sorted, gap_deg).into_iter().zip(order) {
        result[index] = turn(place);
    }
    Spread {
        places_deg: result,
        gaps_deg: vec![gap_deg; count],
    }
}

/// Spreads labels like [`spread`], and keeps each on its side of the walls: half a distance away from
/// the nearest one, so that two labels on either side of a wall also keep the distance.
///
/// The labels between two walls are a line with bounds. Its optimum is the one without bounds, each
/// mean moved into the bounds (Barlow et al. 1972, Statistical Inference under Order Restrictions,
/// section 2.3). Labels between two walls that are too close together keep smaller distances. If
/// those would be less than 0.4 of what was requested, both walls are ignored: no label could be read
/// between them.
///
/// # Examples
///
/// ```
/// // The second label is just behind the wall at 100 degrees and stays there.
/// let spread = chart::spread_between(&[99.0, 100.5], 4.0, &[10.0, 100.0, 190.0, 280.0]);
/// assert_eq!(spread.places_deg, [98.0, 102.0]);
/// ```
pub fn spread_between(places_deg: &[f64], gap_deg: f64, walls_deg: &[f64]) -> Spread {
    let turned: Vec<f64> = places_deg.iter().map(|place| turn(*place)).collect();
    let mut sectors = sectors(walls_deg, &turned);
    while let Some(narrow) = sectors
        .iter()
        .position(|it| it.gap_deg(gap_deg) < gap_deg * LEAST_SHARE)
    {
        let ignored = [narrow, (narrow + 1) % sectors.len()];
        let walls = sectors.iter().enumerate();
        let kept = walls.filter(|it| !ignored.contains(&it.0));
        let kept: Vec<f64> = kept.map(|it| it.1.begin_deg).collect();
        sectors = self::sectors(&kept, &turned);
    }
    if sectors.is_empty() {
        return spread(places_deg, gap_deg);
    }
    let mut result = Spread {
        places_deg: vec![0.0; turned.len()],
        gaps_deg: vec![gap_deg; turned.len()],
    };
    for sector in sectors {
        let gap_deg = sector.gap_deg(gap_deg);
        let bounds = (gap_deg / 2.0, sector.width_deg - gap_deg / 2.0);
        let offsets: Vec<f64> = sector.labels.iter().map(|it| it.1).collect();
        for (place, (index, _)) in along(&offsets, gap_deg, bounds)
            .into_iter()
            .zip(&sector.labels)
        {
            result.places_deg[*index] = turn(sector.begin_deg + place);
            result.gaps_deg[*index] = gap_deg;
        }
    }
    result
}

/// The labels between two walls.
#[derive(Debug)]
struct Sector {
    begin_deg: f64,
    width_deg: f64,
    /// The index of each label and how far it is from the beginning, in this order.
    labels: Vec<(usize, f64)>,
}

impl Sector {
    /// The distance that its labels can keep.
    fn gap_deg(&self, wanted_deg: f64) -> f64 {
        let room = self.width_deg.min(ROOM_DEG);
        wanted_deg.min(room / self.labels.len().max(1) as f64)
    }
}

/// The sectors between walls; none without walls.
fn sectors(walls_deg: &[f64], turned: &[f64]) -> Vec<Sector> {
    let mut walls: Vec<f64> = walls_deg.iter().map(|it| turn(*it)).collect();
    walls.sort_by(f64::total_cmp);
    walls.dedup();
    let next = walls.iter().skip(1).chain(walls.first());
    let sectors = walls.iter().zip(next).map(|(begin, end)| {
        let width_deg = match turn(end - begin) {
            0.0 => 360.0,
            width => width,
        };
        let offset = |(index, place): (usize, &f64)| (index, turn(place - begin));
        let mut labels: Vec<_> = turned.iter().enumerate().map(offset).collect();
        labels.retain(|it| it.1 < width_deg);
        labels.sort_by(|a, b| a.1.total_cmp(&b.1));
        Sector {
            begin_deg: *begin,
            width_deg,
            labels,
        }
    });
    sectors.collect()
}

fn turn(degrees: f64) -> f64 {
    let turned = degrees.rem_euclid(360.0);
    // A tiny negative number rounds to a whole turn.
    if turned < 360.0 { turned } else { 0.0 }
}

/// Returns the optimal positions of sorted labels on the circle, each unwrapped relative to its
/// true position.
fn around(sorted: &[f64], gap_deg: f64) -> Vec<f64> {
    let count = sorted.len();
    if count < 2 {
        return sorted.to_vec();
    }
    let gap_before = |index: usize| match index {
        0 => sorted[0] + 360.0 - sorted[count - 1],
        _ => sorted[index] - sorted[index - 1],
    };
    let mut cuts: Vec<usize> = (0..count).collect();
    cuts.sort_by(|a, b| gap_before(*b).total_cmp(&gap_before(*a)));
    let mut best: Option<(f64, Vec<f64>, usize)> = None;
    for cut in cuts {
        let lifted = |step: usize| match cut + step {
            index if index < count => sorted[index],
            index => sorted[index - count] + 360.0,
        };
        let line: Vec<f64> = (0..count).map(lifted).collect();
        let solved = along(&line, gap_deg, (f64::NEG_INFINITY, f64::INFINITY));
        let over_the_cut = solved[0] + 360.0 - solved[count - 1];
        let missing = gap_deg - over_the_cut;
        if best.as_ref().is_none_or(|(least, ..)| missing < *least) {
            best = Some((missing, solved, cut));
        }
        if missing <= 1e-9 {
            break;
        }
    }
    let (_, solved, cut) = best.unwrap_or((0.0, sorted.to_vec(), 0));
    let mut places = vec![0.0; count];
    for (step, place) in solved.into_iter().enumerate() {
        places[(cut + step) % count] = place;
    }
    places
}

/// Returns the optimal positions of sorted labels along a line, between two bounds with room for them.
fn along(sorted: &[f64], gap_deg: f64, (least, most): (f64, f64)) -> Vec<f64> {
    let most = most - gap_deg * sorted.len().saturating_sub(1) as f64;
    // Each pool is the sum and the number of values that share one mean.
    let mut pools: Vec<(f64, usize)> = Vec::with_capacity(sorted.len());
    for (index, place) in sorted.iter().enumerate() {
        let mut pool = (place - gap_deg * index as f64, 1);
        while let Some(&(sum, count)) = pools.last() {
            if sum / count as f64 <= pool.0 / pool.1 as f64 {
                break;
            }
            pool = (sum + pool.0, count + pool.1);
            pools.pop();
        }
        pools.push(pool);
    }
    pools
        .iter()
        .flat_map(|(sum, count)| std::iter::repeat_n(sum / *count as f64, *count))
        .enumerate()
        .map(|(index, mean)| mean.min(most).max(least) + gap_deg * index as f64)
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn signed(degrees: f64) -> f64 {
        (degrees + 180.0).rem_euclid(360.0) - 180.0
    }

    #[test]
    fn labels_that_have_room_stay() {
        let places = [350.0, 10.0, 100.0];
        assert_eq!(spread(&places, 20.0).places_deg, places);
        assert_eq!(spread(&[], 5.0).places_deg, Vec::<f64>::new());
        assert_eq!(spread(&[370.0], 5.0).places_deg, [10.0]);
    }

    #[test]
    fn a_pair_over_the_beginning_of_the_circle_moves_apart_evenly() {
        assert_eq!(spread(&[359.0, 1.0], 6.0).places_deg, [357.0, 3.0]);
    }

    #[test]
    fn ten_labels_within_three_degrees_are_centred_on_their_mean() {
        let places: Vec<f64> = (0..10).map(|index| f64::from(index) / 3.0).collect();
        let spread = spread(&places, 5.0);
        for (index, place) in spread.places_deg.iter().enumerate() {
            let expected = 1.5 + (index as f64 - 4.5) * 5.0;
            assert!(signed(place - expected).abs() < 1e-9, "{index}: {place}");
        }
    }

    #[test]
    fn too_many_labels_share_the_circle() {
        let places = vec![42.0; 100];
        let spread = spread(&places, 5.0);
        assert!((spread.gaps_deg[0] - 3.59).abs() < 1e-9);
    }

    /// Returns the sum of squared shifts on the circle.
    fn cost(truth: &[f64], places: &[f64]) -> f64 {
        truth
            .iter()
            .zip(places)
            .map(|(a, b)| signed(a - b).powi(2))
            .sum()
    }

    #[test]
    fn walls_too_close_for_labels_are_ignored() {
        // A quadrant of 2 degrees, as near the polar circles, with three points inside.
        let walls = [0.0, 2.0, 180.0, 182.0];
        let places = [0.5, 1.0, 1.5];
        let result = spread_between(&places, 6.0, &walls);
        assert_eq!(result, spread_between(&places, 6.0, &[180.0, 182.0]));
        assert_eq!(result.gaps_deg, [6.0; 3]);
        assert_eq!(spread_between(&places, 6.0, &[]), spread(&places, 6.0));
    }

    #[test]
    fn a_crowded_sector_shrinks_only_its_own_labels() {
        let places = [5.0, 6.0, 7.0, 8.0, 100.0];
        let result = spread_between(&places, 6.0, &[0.0, 16.0, 180.0, 196.0]);
        assert_eq!(result.gaps_deg, [4.0, 4.0, 4.0, 4.0, 6.0]);
        assert_eq!(result.places_deg, [2.0, 6.0, 10.0, 14.0, 100.0]);
    }

    proptest! {
        /// Each label stays in its sector, half a distance from both walls, and in its order. No
        /// random move inside the bounds is better.
        #[test]
        fn labels_stay_on_their_side_of_the_walls(
            places in prop::collection::vec(0.0..360.0_f64, 1..16),
            first in 0.0..360.0_f64,
            width in 40.0..140.0_f64,
            changes in prop::collection::vec(-2.0..2.0_f64, 16),
        ) {
            let walls = [first, first + width, first + 180.0, first + 180.0 + width];
            let result = spread_between(&places, 5.0, &walls);
            // At most 16 labels fit into 40 degrees at half the distance, so no wall is ignored.
            let sector = |place: f64| {
                let from_first = (place - first).rem_euclid(180.0);
                let (begin, size) = if from_first < width { (0.0, width) } else { (width, 180.0 - width) };
                let half = u8::from((place - first).rem_euclid(360.0) >= 180.0);
                ((half, begin > 0.0), from_first - begin, size)
            };
            for (index, place) in places.iter().enumerate() {
                let (truth, ..) = sector(*place);
                let (label, from_wall, size) = sector(result.places_deg[index]);
                let half = result.gaps_deg[index] / 2.0;
                prop_assert_eq!(truth, label);
                prop_assert!(from_wall >= half - 1e-9 && from_wall <= size - half + 1e-9);
                for (other, at) in places.iter().enumerate().filter(|it| it.0 != index && sector(*it.1).0 == truth) {
                    let step = sector(result.places_deg[other]).1 - from_wall;
                    prop_assert!(step.abs() >= result.gaps_deg[index] - 1e-9);
                    prop_assert!(at.total_cmp(place).is_eq() || (sector(*at).1 > sector(*place).1) == (step > 0.0));
                }
            }
            let changed: Vec<f64> = result.places_deg.iter().zip(&changes).map(|it| it.0 + it.1).collect();
            let allowed = changed.iter().enumerate().all(|(index, label)| {
                let (mine, from_wall, size) = sector(*label);
                let half = result.gaps_deg[index] / 2.0;
                let apart = changed.iter().enumerate().filter(|it| it.0 != index).all(|(other, at)| {
                    let step = sector(*at).1 - from_wall;
                    let ordered = (sector(places[other]).1 > sector(places[index]).1) == (step > 0.0);
                    sector(*at).0 != mine || (step.abs() >= result.gaps_deg[index] && ordered)
                });
                mine == sector(places[index]).0 && from_wall >= half && from_wall <= size - half && apart
            });
            if allowed {
                prop_assert!(cost(&places, &changed) >= cost(&places, &result.places_deg) - 1e-9);
            }
        }

        #[test]
        fn order_and_gap_are_kept(places in prop::collection::vec(0.0..360.0_f64, 2..40), gap in 0.1..9.0_f64) {
            let result = spread(&places, gap);
            prop_assert!(result.gaps_deg[0] <= gap);
            let mut order: Vec<usize> = (0..places.len()).collect();
            order.sort_by(|a, b| places[*a].total_cmp(&places[*b]));
            let mut total = 0.0;
            for (index, at) in order.iter().enumerate() {
                let next = order[(index + 1) % order.len()];
                let step = (result.places_deg[next] - result.places_deg[*at]).rem_euclid(360.0);
                prop_assert!(step >= result.gaps_deg[0] - 1e-6, "{step}");
                total += step;
            }
            // Visiting the labels in their true order goes around exactly once: no label overtakes
            // another.
            prop_assert!((total - 360.0).abs() < 1e-6, "{total}");
        }

        /// The Karush-Kuhn-Tucker conditions hold, which for a convex problem means that the
        /// solution is optimal: where labels touch, those before push backwards and those behind
        /// push forwards.
        #[test]
        fn the_shift_is_minimal(places in prop::collection::vec(0.0..360.0_f64, 2..12), gap in 1.0..28.0_f64) {
            let result = spread(&places, gap);
            let gap = result.gaps_deg[0];
            let mut order: Vec<usize> = (0..places.len()).collect();
            order.sort_by(|a, b| places[*a].total_cmp(&places[*b]));
            let count = order.len();
            let shift: Vec<f64> = order.iter().map(|i| signed(result.places_deg[*i] - places[*i])).collect();
            let touches: Vec<bool> = (0..count).map(|i| {
                let step = result.places_deg[order[(i + 1) % count]] - result.places_deg[order[i]];
                step.rem_euclid(360.0) < gap + 1e-7
            }).collect();
            let Some(open) = touches.iter().position(|touch| !touch) else {
                // All touch: only possible when the labels fill the circle.
                prop_assert!(gap * count as f64 > 359.0 - 1e-6);
                return Ok(());
            };
            // The force between neighbors is the sum of the shifts of the block up to there: it
            // never pulls.
            let mut force = 0.0;
            for step in 1..=count {
                let index = (open + step) % count;
                force += shift[index];
                prop_assert!(force <= 1e-6, "a label is held back by {force}");
                if !touches[index] {
                    prop_assert!(force.abs() < 1e-6, "a free block has a net force of {force}");
                    force = 0.0;
                }
            }
        }

        /// No random move of labels improves the arrangement.
        #[test]
        fn no_random_change_is_better(
            places in prop::collection::vec(0.0..360.0_f64, 2..8),
            changes in prop::collection::vec(-3.0..3.0_f64, 8),
        ) {
            let gap = 12.0;
            let result = spread(&places, gap);
            let changed: Vec<f64> = result.places_deg.iter().zip(&changes).map(|(place, change)| place + change).collect();
            let mut order: Vec<usize> = (0..places.len()).collect();
            order.sort_by(|a, b| places[*a].total_cmp(&places[*b]));
            let allowed = (0..order.len()).all(|i| {
                let step = changed[order[(i + 1) % order.len()]] - changed[order[i]];
                step.rem_euclid(360.0) >= gap && step.rem_euclid(360.0) < 330.0
            });
            if allowed {
                prop_assert!(cost(&places, &changed) >= cost(&places, &result.places_deg) - 1e-9);
            }
        }
    }
}
