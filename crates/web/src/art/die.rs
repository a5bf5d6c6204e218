/// The pips of a die: the content of an SVG with `viewBox="0 0 60 60"`.
pub(crate) fn pips(number: u8) -> String {
    let spots: &[(u8, u8)] = match number {
        1 => &[(30, 30)],
        2 => &[(16, 16), (44, 44)],
        3 => &[(16, 16), (30, 30), (44, 44)],
        4 => &[(16, 16), (44, 16), (16, 44), (44, 44)],
        5 => &[(16, 16), (44, 16), (30, 30), (16, 44), (44, 44)],
        6 => &[(16, 14), (44, 14), (16, 30), (44, 30), (16, 46), (44, 46)],
        _ => &[],
    };
    spots.iter().map(|(x, y)| format!(r#"<circle cx="{x}" cy="{y}" r="6"></circle>"#)).collect()
}
