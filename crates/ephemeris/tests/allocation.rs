//! Computing a place allocates no memory: a counting allocator sees no call.
#![cfg(feature = "embedded")]
#![expect(unsafe_code, reason = "a global allocator cannot be written without")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

use ephemeris::{
    Body, Center, Correction, Ephemeris, Instant, Observer, ReferenceFrame, Star, Tt, View, stars,
};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system allocator, with a count per thread so that tests do not disturb each other.
struct Counting;

// SAFETY: every call is forwarded unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller upholds the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller upholds the contract.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.with(Cell::get);
    work();
    ALLOCATIONS.with(Cell::get) - before
}

#[test]
fn a_place_allocates_nothing() {
    // Opening a pack builds a directory of its series. The first star reads the catalog.
    let ephemeris = Ephemeris::embedded();
    let star = Star::find("regulus").unwrap();
    assert!(!stars().is_empty());
    assert!(allocations(|| drop(black_box(vec![1_u8]))) > 0, "it counts");

    let observer = Observer {
        latitude_deg: 52.37,
        longitude_deg: 4.9,
        height_m: 2.0,
    };
    let centers = [
        Center::Geocentric,
        Center::Topocentric(observer),
        Center::Heliocentric,
        Center::Barycentric,
    ];
    let frames = [
        ReferenceFrame::EclipticOfDate,
        ReferenceFrame::EclipticJ2000,
        ReferenceFrame::EquatorialOfDate,
        ReferenceFrame::Icrs,
    ];
    let counted = allocations(|| {
        // From before the ephemeris to after it: errors allocate nothing either.
        for step in -320..320_i32 {
            let at = Instant::<Tt>::from_days_since_j2000(f64::from(step) * 800.3);
            let Ok(sky) = ephemeris.sky(at) else {
                continue;
            };
            for body in Body::ALL {
                black_box(sky.place(*body).ok());
                for (center, frame) in centers.into_iter().zip(frames) {
                    let correction = Correction::Astrometric;
                    let view = View {
                        center,
                        frame,
                        correction,
                    };
                    black_box(sky.place_with(*body, &view).ok());
                }
            }
            black_box(sky.star_place(star, &View::default()));
            black_box(sky.armc_deg(at.to_ut1(), 4.9));
        }
    });
    assert_eq!(counted, 0);
}
