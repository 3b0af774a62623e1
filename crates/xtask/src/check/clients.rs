//! `cargo xtask check --clients`: generates clients from the API document with the common
//! generators, compiles them and uses them against a running service.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{
    cargo::{Profile, Workspace},
    child, debian,
    http::{self, Request},
    machine,
    python::Environment,
    service::{Launch, Service},
    steps::Steps,
};

/// Pinned packages, configurations and the programs that use the clients.
const SOURCES: &str = "crates/xtask/clients";
const PERMISSIONS: &[&str] = &["calc:read", "content:read", "chart:read"];

/// What the steps share.
struct Generators {
    /// A copy of [`SOURCES`], with the document and the generated clients.
    folder: PathBuf,
    python: Environment,
    service: Service,
    key: String,
}

pub(crate) fn command(workspace: &Workspace) -> Result<()> {
    let binary = workspace.build_service(Profile::Debug)?;
    for (program, package) in [("npm", "npm"), ("java", "default-jre-headless")] {
        if machine::find_program(program).is_none() {
            debian::install(&[package])?;
        }
    }
    let folder = workspace.kept("clients")?;
    copy(&workspace.root.join(SOURCES), &folder)?;
    install_node_packages(&folder)?;
    let requirements = Path::new(SOURCES).join("requirements.txt");
    let python = Environment::of_requirements(workspace, "venv-clients", &requirements)?;
    let service = Service::start(workspace, &Launch::unlimited("clients", &binary))?;
    let key = service.unlimited_key(PERMISSIONS)?;
    let generators = Generators {
        folder,
        python,
        service,
        key,
    };
    let size = generators.fetch_documents()?;
    println!("the API document has {size} bytes");
    let mut steps = Steps::default();
    generators.lint(&mut steps);
    generators.typescript(&mut steps);
    generators.python(&mut steps);
    steps.finish()
}

impl Generators {
    /// Saves the documents of the running service, and returns the size of the first.
    fn fetch_documents(&self) -> Result<usize> {
        let generated = self.folder.join("generated");
        if generated.exists() {
            fs::remove_dir_all(&generated)?;
        }
        fs::create_dir_all(&generated)?;
        self.fetch_document("/openapi/reference.json", "reference.json")?;
        self.fetch_document("/openapi.json", "openapi.json")
    }

    fn fetch_document(&self, path: &str, file: &str) -> Result<usize> {
        let answer = http::fetch(self.service.address, &Request::get(path))?;
        if answer.status != 200 {
            bail!("{path} returned {}", answer.status);
        }
        fs::write(self.folder.join(file), &answer.body)?;
        Ok(answer.body.len())
    }

    fn lint(&self, steps: &mut Steps) {
        self.step(
            steps,
            "redocly",
            "redocly lint openapi.json --format stylish",
        );
        // The same with replies, which are compared with their schemas.
        self.step(
            steps,
            "redocly with examples",
            "redocly lint reference.json --format stylish",
        );
        self.step(
            steps,
            "spectral",
            "spectral lint openapi.json --ruleset spectral.yaml --fail-severity hint",
        );
    }

    fn typescript(&self, steps: &mut Steps) {
        self.step(
            steps,
            "openapi-typescript",
            "openapi-typescript openapi.json --output generated/openapi-typescript/schema.d.ts",
        );
        self.step(
            steps,
            "hey-api",
            "openapi-ts --input openapi.json --output generated/hey-api --client @hey-api/client-fetch",
        );
        self.step(steps, "orval", "orval --config orval.config.cjs");
        self.step(steps, "tsc", "tsc --project .");
        for client in ["openapi-fetch", "hey-api", "orval"] {
            let bundle = format!(
                "esbuild use/{client}.ts --bundle --platform=node --format=esm --log-level=warning --outfile=generated/use/{client}.mjs"
            );
            let name = format!("{client} client");
            steps.run(&name, || {
                self.run(&bundle)?;
                self.run(&format!("node generated/use/{client}.mjs"))
            });
        }
    }

    fn python(&self, steps: &mut Steps) {
        self.step(
            steps,
            "openapi-python-client",
            "openapi-python-client generate --path openapi.json --meta none --fail-on-warning --config openapi-python-client.yaml --output-path generated/openapi_python_client_almagest",
        );
        self.step(
            steps,
            "datamodel-code-generator",
            "datamodel-codegen --input openapi.json --input-file-type openapi --output-model-type pydantic_v2.BaseModel --use-annotated --target-python-version 3.11 --output generated/datamodel_almagest.py",
        );
        self.step(
            steps,
            "openapi-generator",
            "openapi-generator-cli generate --input-spec openapi.json --generator-name python --package-name openapi_generator_almagest --output generated/openapi-generator",
        );
        self.step(
            steps,
            "mypy",
            "mypy --config-file mypy.ini use generated/openapi_python_client_almagest generated/datamodel_almagest.py generated/openapi-generator/openapi_generator_almagest",
        );
        for client in ["openapi_python_client", "openapi_generator"] {
            let name = format!("{client} client");
            self.step(steps, &name, &format!("python use/{client}.py"));
        }
    }

    fn step(&self, steps: &mut Steps, name: &str, line: &str) {
        steps.run(name, || self.run(line));
    }

    /// Runs a program of the Node or Python packages. No argument contains a space.
    fn run(&self, line: &str) -> Result<String> {
        let mut words = line.split(' ');
        let name = words.next().unwrap_or_default();
        let places = [
            self.folder.join("node_modules/.bin"),
            self.python.programs(),
        ];
        let program = places.iter().map(|it| it.join(name)).find(|it| it.exists());
        let mut command = Command::new(program.unwrap_or_else(|| name.into()));
        // Generators call formatters of their own packages.
        let old = machine::variable("PATH").unwrap_or_default();
        let path = places.into_iter().chain(env::split_paths(&old));
        let generated = self.folder.join("generated");
        let modules = [generated.clone(), generated.join("openapi-generator")];
        command
            .args(words)
            .current_dir(&self.folder)
            .env("PATH", env::join_paths(path)?)
            .env("PYTHONPATH", env::join_paths(&modules)?)
            .env("MYPYPATH", env::join_paths(&modules)?)
            .env("ALMAGEST_URL", format!("http://{}", self.service.address))
            .env("ALMAGEST_KEY", &self.key)
            .env("NO_PROXY", "127.0.0.1")
            .env("no_proxy", "127.0.0.1")
            .env("REDOCLY_TELEMETRY", "off")
            .env("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true");
        child::run(&mut command)?;
        Ok(String::new())
    }
}

/// Installs the pinned packages, unless an earlier run did.
pub(crate) fn install_node_packages(folder: &Path) -> Result<()> {
    let wanted = fs::read_to_string(folder.join("package-lock.json"))?;
    let stamp = folder.join("node_modules/package-lock.installed");
    if fs::read_to_string(&stamp).is_ok_and(|it| it == wanted) {
        return Ok(());
    }
    let mut npm = Command::new("npm");
    npm.current_dir(folder)
        .args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]);
    child::run(&mut npm).context("cannot install the Node packages")?;
    fs::write(stamp, wanted)?;
    Ok(())
}

/// Copies a folder and what is in it. What is already there and has other names stays.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
