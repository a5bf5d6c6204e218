//! Every command, its output and its exit code: the files in `cmd` are read, run and compared.

use std::path::Path;

#[test]
fn commands_answer_as_written() {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cmd");
    if home.exists() {
        std::fs::remove_dir_all(&home).unwrap();
    }
    trycmd::TestCases::new()
        .env("CARDROOM_HOME", home.to_str().unwrap())
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .case("../../README.md")
        .case("tests/cmd/*.md")
        .case("tests/cmd/*.toml");
}
