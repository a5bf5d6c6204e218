//! The software bill of materials: every crate that is part of the program, as CycloneDX JSON.
//!
//! It is made from what cargo itself says, and has neither a random number nor the time of the build in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::VERSION;
use crate::cargo::{cargo, output, root};
use crate::wasm;

/// A crate in the program.
struct Component {
    value: Value,
    depends_on: BTreeSet<String>,
}

/// The document for the program of this architecture, with its browser app.
pub(super) fn sbom(triple: &str, time: u64) -> Result<String> {
    let checksums = checksums()?;
    let mut components = BTreeMap::new();
    for (target, programs) in [(triple, &["cardroom"][..]), (wasm::TARGET, &["web", "worker"])] {
        add(target, programs, &checksums, &mut components)?;
    }
    let app: BTreeSet<String> =
        ["web", "worker"].iter().map(|name| format!("pkg:cargo/{name}@{VERSION}")).collect();
    let program =
        components.remove(&format!("pkg:cargo/cardroom@{VERSION}")).context("cardroom is missing")?;
    let mut depends_on = program.depends_on;
    depends_on.extend(app);
    let dependencies = components.iter().map(|(name, component)| (name, &component.depends_on));
    let name = format!("pkg:cargo/cardroom@{VERSION}");
    let dependencies: Vec<Value> = std::iter::once((&name, &depends_on))
        .chain(dependencies)
        .map(|(name, depends_on)| json!({ "ref": name, "dependsOn": depends_on }))
        .collect();
    let mut main = program.value;
    main["type"] = json!("application");
    let document = json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": main, "properties": [{ "name": "commit-time", "value": time.to_string() }] },
        "components": components.values().map(|component| &component.value).collect::<Vec<_>>(),
        "dependencies": dependencies,
    });
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

/// Adds programs of the workspace and everything that is linked into them.
fn add(
    target: &str,
    programs: &[&str],
    checksums: &BTreeMap<(String, String), String>,
    components: &mut BTreeMap<String, Component>,
) -> Result<()> {
    let mut command = cargo(&["metadata", "--format-version", "1", "--locked", "--filter-platform", target]);
    let metadata: Value = serde_json::from_str(&output(&mut command)?)?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages: BTreeMap<String, Value> =
        list(&metadata["packages"]).into_iter().map(|package| (text(&package["id"]), package)).collect();
    let nodes: BTreeMap<String, Value> =
        list(&metadata["resolve"]["nodes"]).into_iter().map(|node| (text(&node["id"]), node)).collect();
    let purl = |id: &String| {
        let package = &packages[id];
        format!("pkg:cargo/{}@{}", text(&package["name"]), text(&package["version"]))
    };
    let is_program = |id: &&String| {
        programs.contains(&packages[*id]["name"].as_str().unwrap_or_default())
            && packages[*id]["source"].is_null()
    };
    let mut waiting: Vec<String> = packages.keys().filter(is_program).cloned().collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if !seen.insert(id.clone()) {
            continue;
        }
        // Build scripts and tests are not part of the program.
        let is_linked =
            |dependency: &Value| list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
        let linked: Vec<String> = list(&nodes[&id]["deps"])
            .iter()
            .filter(|one| is_linked(one))
            .map(|one| text(&one["pkg"]))
            .collect();
        let package = &packages[&id];
        let (name, version) = (text(&package["name"]), text(&package["version"]));
        let mut value = json!({
            "type": "library", "bom-ref": purl(&id), "name": name, "version": version, "purl": purl(&id),
        });
        if let Some(licence) = package["license"].as_str() {
            // An old way to write it.
            value["licenses"] = json!([{ "expression": licence.replace('/', " OR ") }]);
        }
        if let Some(hash) = checksums.get(&(name, version)) {
            value["hashes"] = json!([{ "alg": "SHA-256", "content": hash }]);
        }
        let entry = components.entry(purl(&id));
        let component = entry.or_insert(Component { value, depends_on: BTreeSet::new() });
        component.depends_on.extend(linked.iter().map(purl));
        waiting.extend(linked);
    }
    Ok(())
}

/// The checksums of the lock file, by name and version.
fn checksums() -> Result<BTreeMap<(String, String), String>> {
    let text = fs::read_to_string(root().join("Cargo.lock"))?;
    let field = |package: &str, name: &str| {
        let line = package.lines().find_map(|line| line.strip_prefix(&format!("{name} = \"")));
        line.map(|value| value.trim_end_matches('"').to_owned())
    };
    let entry = |package: &str| {
        Some(((field(package, "name")?, field(package, "version")?), field(package, "checksum")?))
    };
    Ok(text.split("[[package]]").filter_map(entry).collect())
}
