//! A backup of a running server is restored after its data is gone, and the game goes on.

use std::fs;

use crate::online::{Server, Terminal, free_port};
use crate::program::Home;

#[test]
fn a_game_continues_after_a_restore() {
    let home = Home::new("restore");
    let port = free_port();
    let url = format!("http://127.0.0.1:{port}/");
    let server = Server::start(&home, port);
    let mut anna = Terminal::play(&home, "klondike", &["--join", &url, "--name", "Anna", "--draw", "3"]);
    let opening = anna.until(&["Type `ready`"]);
    let link = opening.split_whitespace().find(|word| word.starts_with(&url)).unwrap().to_owned();
    anna.type_line("ready");
    anna.until(&["\n> "]);
    anna.type_line("d");
    anna.until(&["\n> "]);
    anna.type_line("look");
    let before = anna.until(&["\n> "]);
    assert_eq!(anna.end(), 0);

    let (data, copy) = (home.file("data"), home.file("copy.sqlite"));
    let (folder, file) = (data.to_str().unwrap(), copy.to_str().unwrap());
    assert_eq!(home.run(&["backup", "--data", folder, file], "").code, 0);
    // The server still has its tables.
    let refused = home.run(&["restore", "--data", folder, file], "");
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("the target is not empty"), "{}", refused.err);
    server.kill();
    // A log without its database must not be applied to the restored one.
    fs::remove_file(data.join("cardroom.sqlite")).unwrap();
    assert!(data.join("cardroom.sqlite-wal").exists());
    assert_eq!(home.run(&["restore", "--data", folder, file], "").code, 2);
    fs::remove_dir_all(&data).unwrap();

    let original = fs::read(&copy).unwrap();
    let done = home.run(&["restore", "--data", folder, file], "");
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    assert!(done.out.starts_with("Restored 1 of 1 tables with "), "{}", done.out);
    assert_eq!(fs::read(&copy).unwrap(), original, "the backup has changed");
    let names = fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["cardroom.sqlite"]);

    let server = Server::start(&home, port);
    // The same pass and the same link.
    let mut anna = Terminal::play(&home, "klondike", &["--join", &link, "--name", "Anna"]);
    anna.until(&["Seat A is Anna (you)."]);
    anna.until(&["\n> "]);
    anna.type_line("look");
    assert_eq!(anna.until(&["\n> "]), before);
    anna.type_line("d");
    anna.until(&["Drew 3 cards"]);
    anna.type_line("resign");
    anna.until(&["or `q` to quit"]);
    anna.type_line("verify");
    anna.until(&["moves are legal."]);
    assert_eq!(anna.end(), 0);
    server.kill();
}

#[test]
fn what_is_no_backup_is_refused_and_leaves_nothing() {
    let home = Home::new("restore-refused");
    let data = home.file("data");
    fs::write(home.file("letter.txt"), "Dear Anna,\n".repeat(1000)).unwrap();
    for name in ["nowhere.sqlite", "letter.txt"] {
        let done = home.run(&["restore", "--data", data.to_str().unwrap(), name], "");
        assert_eq!(done.code, 2, "{name}");
        assert!(done.err.contains("the original cannot be read"), "{}", done.err);
        assert_eq!(fs::read_dir(&data).unwrap().count(), 0, "{name}");
    }
}
