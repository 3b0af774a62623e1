//! Lists the files below `content/` and embeds them, so that a new language or file needs no code.

use std::{
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

fn main() -> io::Result<()> {
    // Cargo sets these two for every build script. Nothing is read from the user's environment.
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
    println!("cargo::rerun-if-changed={}", content.display());
    let mut files = Vec::new();
    collect(&content, &mut files)?;
    files.sort();
    let mut source = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&content).unwrap_or(file);
        // Quoted as a Rust string, whatever the folder is called.
        let (name, file) = (name.to_string_lossy(), file.to_string_lossy());
        writeln!(source, "    ({name:?}, include_str!({file:?})),").map_err(io::Error::other)?;
    }
    source.push_str("]\n");
    #[expect(
        clippy::disallowed_methods,
        reason = "cargo tells a build script where to write by this variable only"
    )]
    let out = std::env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    fs::write(PathBuf::from(out).join("content.rs"), source)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|it| it == "md" || it == "txt") {
            files.push(path);
        }
    }
    Ok(())
}
