//! Building blocks for charts: SVG text, in colours that colour-blind readers can tell apart, with a dark
//! mode.

use std::fmt::Write;

/// Opens a document with a title and additional styles for light and dark mode. [`END`] closes it.
pub(crate) fn start(width: u32, height: u32, title: &str, light: &str, dark: &str) -> String {
    let title = escaped(title);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">
<style>
{LIGHT}{light}@media (prefers-color-scheme: dark) {{
{DARK}{dark}}}
</style>
<title>{title}</title>
<rect class="page" width="{width}" height="{height}" rx="8"/>
"#
    )
}

/// Closes a document.
pub(crate) const END: &str = "</svg>\n";

const LIGHT: &str = r#"text { font-family: system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; fill: #1f2328 }
.title { font-size: 20px; font-weight: 600 }
.told { font-size: 14px; fill: #59636e }
.head { font-size: 14px; font-weight: 600 }
.small { font-size: 11.5px; fill: #59636e }
.page { fill: #ffffff }
.grid { stroke: #e4e7eb; fill: none }
.axis { stroke: #9aa4af; fill: none }
"#;

const DARK: &str = "text { fill: #e6edf3 }
.told, .small { fill: #9aa4af }
.page { fill: #0d1117 }
.grid { stroke: #262c34 }
.axis { stroke: #59636e }
";

/// A line of text.
pub(crate) fn text(svg: &mut String, class: &str, x: f64, y: f64, anchor: &str, content: &str) {
    let content = escaped(content);
    let _ = writeln!(
        svg,
        r#"<text class="{class}" x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{content}</text>"#
    );
}

/// Escapes the characters that have a meaning in XML text.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
