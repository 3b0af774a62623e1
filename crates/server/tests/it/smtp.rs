//! A mail server with the minimum of SMTP that a client needs. It records its messages.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};

pub(crate) struct MailServer {
    pub(crate) port: u16,
    pub(crate) received: Receiver<String>,
}

pub(crate) fn start() -> MailServer {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let (sender, received) = channel();
    std::thread::spawn(move || {
        while let Ok((stream, _)) = listener.accept() {
            let sender = sender.clone();
            // Several e-mails can arrive at once.
            std::thread::spawn(move || serve(stream, &sender));
        }
    });
    MailServer { port, received }
}

fn serve(mut stream: TcpStream, sender: &Sender<String>) {
    let mut lines = BufReader::new(stream.try_clone().unwrap());
    let mut say = |text: &str| stream.write_all(format!("{text}\r\n").as_bytes());
    say("220 test").unwrap();
    let mut line = String::new();
    while lines.read_line(&mut line).is_ok_and(|it| it > 0) {
        let command = line.to_ascii_uppercase();
        if command.starts_with("DATA") {
            say("354 go on").unwrap();
            let mut message = String::new();
            loop {
                let mut part = String::new();
                lines.read_line(&mut part).unwrap();
                if part == ".\r\n" {
                    break;
                }
                message += &part;
            }
            // Recorded before the response, because the sender may be gone after it.
            sender.send(message).ok();
            say("250 kept").unwrap();
        } else if command.starts_with("QUIT") {
            say("221 bye").ok();
            break;
        } else {
            say("250 ok").unwrap();
        }
        line.clear();
    }
}
