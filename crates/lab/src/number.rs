//! Numbers formatted for people.

/// With thousands separators: `1,234,567`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share in per cent, without the sign: `72.4`.
#[must_use]
pub fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// Milliseconds in a suitable unit: `63 µs`, `0.41 ms`, `349 ms`, `2.3 s`.
#[must_use]
pub fn time(ms: f64) -> String {
    let (number, unit) = match ms {
        ms if ms < 0.0995 => (1e3 * ms, "µs"),
        ms if ms < 999.5 => (ms, "ms"),
        ms => (ms / 1e3, "s"),
    };
    let decimals = match number {
        number if number < 0.995 => 2,
        number if number < 9.95 => 1,
        _ => 0,
    };
    format!("{number:.decimals$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::{grouped, time};

    #[test]
    fn numbers_are_grouped_by_three() {
        let numbers = [0, 999, 1_000, 12_345, 1_234_567];
        assert_eq!(numbers.map(grouped), ["0", "999", "1,000", "12,345", "1,234,567"]);
    }

    #[test]
    fn times_have_a_suitable_unit() {
        let times = [0.063, 0.41, 7.221, 349.012, 2251.4];
        assert_eq!(times.map(time), ["63 µs", "0.41 ms", "7.2 ms", "349 ms", "2.3 s"]);
        assert_eq!([0.0, 999.9, 60_000.0].map(time), ["0.00 µs", "1.0 s", "60 s"]);
    }
}
