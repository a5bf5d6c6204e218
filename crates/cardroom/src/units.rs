//! Times and sizes on the command line.

use std::time::Duration;

/// A number with ms, s, m or h after it.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let seconds = units.iter().find_map(|(unit, seconds)| Some(decimal(text.strip_suffix(unit)?)? * seconds));
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "expected a number followed by ms, s, m or h, such as 30s".to_owned())
}

/// A number of bytes, or one with K, M or G after it.
pub(crate) fn size(text: &str) -> Result<usize, String> {
    let units = [("K", 10), ("M", 20), ("G", 30), ("", 0)];
    let bytes = units.iter().find_map(|(unit, shift)| {
        let number = decimal(text.strip_suffix(unit)?)?;
        Some(number * f64::from(1_u32 << shift))
    });
    let bytes = bytes.filter(|bytes| *bytes < 2_f64.powi(48)).map(|bytes| bytes as usize);
    bytes.ok_or_else(|| "expected a number of bytes, or one followed by K, M or G, such as 512M".to_owned())
}

/// A number of digits and perhaps a point, and nothing else.
fn decimal(text: &str) -> Option<f64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    text.parse().ok().filter(|_| plain)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{size, time};

    #[test]
    fn times_and_sizes_are_read() {
        assert_eq!(time("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(time("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(time("250ms"), Ok(Duration::from_millis(250)));
        for text in ["", "30", "s", "-1s", "1e9s", "30 s", "inf s", "99999999999999999999h"] {
            assert!(time(text).is_err(), "{text}");
        }
        assert_eq!((size("512M"), size("1.5K"), size("77")), (Ok(512 << 20), Ok(1536), Ok(77)));
        for text in ["", "M", "512MB", "-1", "1e3", "99999999G"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
