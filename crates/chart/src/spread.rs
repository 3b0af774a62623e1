//! Spreads labels around a circle with the smallest possible shifts so that none overlaps its
//! neighbour.
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

/// The result of spreading labels.
#[derive(Debug, Clone, PartialEq)]
pub struct Spread {
    /// The position of each label in degrees in [0, 360), in the order of the input.
    pub places_deg: Vec<f64>,
    /// The minimum distance kept: the requested one, or less when there are too many labels.
    pub gap_deg: f64,
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
        gap_deg,
    }
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
        let solved = along(&line, gap_deg);
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

/// Returns the optimal positions of sorted labels along a line.
fn along(sorted: &[f64], gap_deg: f64) -> Vec<f64> {
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
        .map(|(index, mean)| mean + gap_deg * index as f64)
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
        assert!((spread.gap_deg - 3.59).abs() < 1e-9);
    }

    /// Returns the sum of squared shifts on the circle.
    fn cost(truth: &[f64], places: &[f64]) -> f64 {
        truth
            .iter()
            .zip(places)
            .map(|(a, b)| signed(a - b).powi(2))
            .sum()
    }

    proptest! {
        #[test]
        fn order_and_gap_are_kept(places in prop::collection::vec(0.0..360.0_f64, 2..40), gap in 0.1..9.0_f64) {
            let result = spread(&places, gap);
            prop_assert!(result.gap_deg <= gap);
            let mut order: Vec<usize> = (0..places.len()).collect();
            order.sort_by(|a, b| places[*a].total_cmp(&places[*b]));
            let mut total = 0.0;
            for (index, at) in order.iter().enumerate() {
                let next = order[(index + 1) % order.len()];
                let step = (result.places_deg[next] - result.places_deg[*at]).rem_euclid(360.0);
                prop_assert!(step >= result.gap_deg - 1e-6, "{step}");
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
            let gap = result.gap_deg;
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
            // The force between neighbours is the sum of the shifts of the block up to there: it
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
