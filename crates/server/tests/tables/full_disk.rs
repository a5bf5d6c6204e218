//! A full disk under the SQLite store. This needs a small file system, which Linux allows in a user
//! namespace: so the test runs itself there.

use std::path::Path;
use std::process::Command;

use wire::{RefusalReason, TableCommand};

use crate::harness::{Player, Server, folder, play_some, seat, seated, short};

/// Names the folder of the small file system.
const VARIABLE: &str = "CARDROOM_TEST_SMALL_DISK";

#[tokio::test]
async fn tables_can_be_joined_while_the_disk_is_full() {
    if let Some(disk) = std::env::var_os(VARIABLE) {
        return join_tables_on(Path::new(&disk)).await;
    }
    let disk = folder("full-disk");
    let on_small_disk = || {
        let mount = "mount -t tmpfs -o size=2m cardroom \"$0\" && exec \"$@\"";
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "--mount", "sh", "-c", mount]).arg(&disk);
        command.env(VARIABLE, &disk);
        command
    };
    if !on_small_disk().arg("true").status().is_ok_and(|status| status.success()) {
        return eprintln!("skipped: no small disk can be created here");
    }
    let mut test = on_small_disk();
    test.arg(std::env::current_exe().unwrap());
    test.args(["--exact", "full_disk::tables_can_be_joined_while_the_disk_is_full", "--nocapture"]);
    assert!(test.status().unwrap().success());
}

async fn join_tables_on(disk: &Path) {
    let data = disk.join("data");
    let server = Server::new(&data).await;
    let (running, mut players) = seated(&server, 2).await;
    play_some(&mut players, 5).await;
    let cookie = players[0].cookie.clone();
    // Nobody has joined this table yet, so it is not in memory.
    let waiting = players[0].create(short(2)).await.unwrap();
    server.stop().await;
    let server = Server::new(&data).await;
    let filler = disk.join("filler");
    let _ = std::fs::write(&filler, vec![0; 4 << 20]);
    let mut player = Player::back(&server, cookie).await;
    for table in [running, waiting] {
        player.join(table).await.unwrap();
    }
    let sit = TableCommand::Sit(seat('A'));
    assert_eq!(player.act(sit).await, Err(RefusalReason::NotStored));
    assert_eq!(player.create(short(2)).await, Err(RefusalReason::NotStored));
    std::fs::remove_file(&filler).unwrap();
    // The same connections go on.
    player.act(sit).await.unwrap();
    player.join(running).await.unwrap();
    player.act(TableCommand::Stand).await.unwrap();
    server.stop().await;
}
