//! The client libraries in `clients/`: builds the packages that users install, installs them, checks
//! their types and runs their tests. Nothing here uses the source folders.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

use crate::{
    cargo::Workspace,
    check::clients::{copy, install_node_packages},
    child, debian, machine,
    python::Environment,
};

const TYPESCRIPT: &str = "clients/typescript";
const PYTHON: &str = "clients/python";

/// Names below the folder that `cargo xtask` keeps. Tests of the service know them, too
/// (`server/tests/it/examples.rs`).
const TYPESCRIPT_BUILT: &str = "client-typescript";
const PYTHON_BUILT: &str = "client-python";
const PYTHON_ENVIRONMENT: &str = "venv-client";

/// The installed packages.
pub(crate) struct Libraries {
    typescript: PathBuf,
    python: PathBuf,
    environment: Environment,
}

impl Libraries {
    /// Builds and installs both packages.
    pub(crate) fn build(workspace: &Workspace) -> Result<Self> {
        if machine::find_program("npm").is_none() {
            debian::install(&["npm"])?;
        }
        let requirements = Path::new(PYTHON).join("requirements-dev.txt");
        let libraries = Self {
            typescript: workspace.kept(TYPESCRIPT_BUILT)?,
            python: workspace.kept(PYTHON_BUILT)?,
            environment: Environment::of_requirements(
                workspace,
                PYTHON_ENVIRONMENT,
                &requirements,
            )?,
        };
        libraries
            .build_typescript(&workspace.root.join(TYPESCRIPT))
            .context("cannot build the TypeScript client")?;
        libraries
            .build_python(&workspace.root.join(PYTHON))
            .context("cannot build the Python client")?;
        Ok(libraries)
    }

    /// The folder in which the tests of the service find them.
    pub(crate) fn folder(workspace: &Workspace) -> Result<PathBuf> {
        let folder = workspace.kept(TYPESCRIPT_BUILT)?;
        let parent = folder.parent().context("a folder without a parent")?;
        Ok(parent.to_owned())
    }

    /// Checks the types of the packages as their users do, and runs their tests.
    pub(crate) fn test(&self) -> Result<()> {
        let mut node = Command::new("node");
        node.current_dir(self.in_use()).arg("--test").arg("built/");
        child::run(&mut node).context("tests of the TypeScript client")?;
        for arguments in [
            &["-m", "mypy", "src", "tests"][..],
            &["-m", "unittest", "discover", "--start-directory", "tests"][..],
        ] {
            let mut python = self.environment.python();
            python.current_dir(&self.python).args(arguments);
            child::run(&mut python).context("tests of the Python client")?;
        }
        Ok(())
    }

    /// The folder of a program that uses the TypeScript client.
    fn in_use(&self) -> PathBuf {
        self.typescript.join("use")
    }

    fn build_typescript(&self, source: &Path) -> Result<()> {
        let folder = &self.typescript;
        let parts = [
            "package.json",
            "package-lock.json",
            "tsconfig.json",
            "README.md",
        ];
        replace(
            source,
            folder,
            &[&parts[..], &["LICENSE-APACHE", "LICENSE-MIT", "src"]].concat(),
        )?;
        remove(&folder.join("dist"))?;
        install_node_packages(folder)?;
        self.node(folder, "tsc", &["--project", "."])?;
        let in_use = self.in_use();
        remove(&in_use)?;
        fs::create_dir_all(&in_use)?;
        fs::write(
            in_use.join("package.json"),
            "{ \"private\": true, \"type\": \"module\" }\n",
        )?;
        let mut pack = npm(folder, "pack");
        pack.arg("--pack-destination").arg(&in_use);
        let name = child::capture(&mut pack)?;
        let name = String::from_utf8(name)?.trim().to_owned();
        // It depends on nothing, so no registry is asked.
        child::capture(npm(&in_use, "install").args(["--offline", &format!("./{name}")]))?;
        replace(source, &in_use, &["tests"])?;
        self.node(&in_use, "tsc", &["--project", "tests"])
    }

    fn node(&self, folder: &Path, program: &str, arguments: &[&str]) -> Result<()> {
        let program = self.typescript.join("node_modules/.bin").join(program);
        child::run(Command::new(program).current_dir(folder).args(arguments))
    }

    fn build_python(&self, source: &Path) -> Result<()> {
        let folder = &self.python;
        let parts = [
            "pyproject.toml",
            "README.md",
            "LICENSE-APACHE",
            "LICENSE-MIT",
        ];
        replace(source, folder, &[&parts[..], &["src", "tests"]].concat())?;
        let wheels = folder.join("wheels");
        remove(&wheels)?;
        // With the pinned build backend of the environment.
        self.pip(&[
            "wheel",
            "--no-build-isolation",
            "--wheel-dir",
            "wheels",
            ".",
        ])?;
        let wheel = fs::read_dir(&wheels)?
            .next()
            .context("there is no wheel")??;
        let wheel = wheel.path().display().to_string();
        self.pip(&["install", "--force-reinstall", &wheel])
    }

    fn pip(&self, arguments: &[&str]) -> Result<()> {
        let mut pip = self.environment.python();
        pip.current_dir(&self.python)
            .args(["-m", "pip", arguments[0], "--quiet", "--no-deps"])
            .args(["--disable-pip-version-check", "--no-cache-dir"])
            .args(&arguments[1..]);
        child::run(&mut pip)
    }
}

fn npm(folder: &Path, command: &str) -> Command {
    let mut npm = Command::new("npm");
    npm.current_dir(folder).args([
        command,
        "--silent",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
    ]);
    npm
}

/// Copies files and folders, whose earlier copies are removed.
fn replace(from: &Path, to: &Path, names: &[&str]) -> Result<()> {
    for name in names {
        let (source, target) = (from.join(name), to.join(name));
        remove(&target)?;
        if source.is_dir() {
            copy(&source, &target)?;
        } else {
            fs::copy(&source, &target).with_context(|| format!("cannot copy {name}"))?;
        }
    }
    Ok(())
}

fn remove(path: &Path) -> Result<()> {
    if path.is_dir() {
        fs::remove_dir_all(path)?;
    }
    Ok(())
}
