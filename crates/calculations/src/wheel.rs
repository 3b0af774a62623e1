//! The wheels of the calculations that have one.

mod caption_date;
mod return_wheel;
mod transit_wheel;
mod wheel_labels;
mod wheels;

pub(crate) use wheel_labels::WheelLabels;
