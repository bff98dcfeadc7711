// Makes a new package-lock.json: `node tools/lock.mjs`, after a change of any package.json.
// Plain npm derives a lock from the installed tree, and then leaves out checksums and the packages
// of other systems. The lock is therefore made in a copy without node_modules; packages for other
// systems that the registry does not carry are entered by name and version, without a checksum.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const systems =
  /-(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32|windows)-([a-z0-9]+)(?:-([a-z]+))?$/;
const npmNames = { windows: 'win32', universal: null, armv7: 'arm' };

function workspaceManifests() {
  const { workspaces } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  return workspaces
    .flatMap((pattern) =>
      pattern.endsWith('/*')
        ? fs.readdirSync(path.join(root, pattern.slice(0, -2))).map((n) => pattern.slice(0, -1) + n)
        : [pattern],
    )
    .map((folder) => `${folder}/package.json`)
    .filter((file) => fs.existsSync(path.join(root, file)));
}

/** The entry of a package for one system, with which other systems skip it. */
function foreignEntry(name, version) {
  const [, system, processor, libc] = systems.exec(name) ?? [];
  if (!system) throw new Error(`${name} is in no registry, and its name contains no system.`);
  const cpu = processor in npmNames ? npmNames[processor] : processor;
  return {
    version,
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(libc === 'musl' ? { libc: ['musl'] } : {}),
    ...(libc === 'gnu' ? { libc: ['glibc'] } : {}),
    optional: true,
    os: [npmNames[system] ?? system],
  };
}

function addForeignPackages(packages) {
  const added = [];
  for (const [owner, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const places = [`node_modules/${name}`, `${owner}/node_modules/${name}`];
      if (places.some((place) => packages[place]) || !/^\d/.test(version)) continue;
      packages[places[0]] = foreignEntry(name, version);
      added.push(name);
    }
  }
  return added;
}

const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-lock-'));
for (const file of ['package.json', '.npmrc', ...workspaceManifests()]) {
  fs.mkdirSync(path.join(copy, path.dirname(file)), { recursive: true });
  fs.copyFileSync(path.join(root, file), path.join(copy, file));
}
const npm = ['install', '--package-lock-only', '--ignore-scripts', '--loglevel=error'];
const made = spawnSync('npm', npm, {
  cwd: copy,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
if (made.status !== 0) process.exit(1);
const lock = JSON.parse(fs.readFileSync(path.join(copy, 'package-lock.json'), 'utf8'));
const added = addForeignPackages(lock.packages);
const head = lock.packages[''];
const rest = Object.entries(lock.packages).filter(([name]) => name !== '');
lock.packages = { '': head, ...Object.fromEntries(rest.sort(([a], [b]) => (a < b ? -1 : 1))) };
fs.writeFileSync(path.join(root, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
fs.rmSync(copy, { recursive: true });
console.log(
  `${rest.length} packages, ${added.length} of them without a checksum: ${added.join(' ')}`,
);
