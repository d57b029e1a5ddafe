// Holds what ships against published advisories: the jars of the service and of the tray, and the packages that the page is built of.
//
//   node bin/advisories.mjs --list docs/advisories.tsv --lock web/package-lock.json --jars FOLDER... [--audit FILE] [--today YYYY-MM-DD]
//
// The list is kept in the repository; --audit is what `npm audit --json` said, and counts only where it could ask.
// Ends with 1 where something that ships is affected and no sentence says why that does not matter here, and with 2 where it could not look.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const columns = ['package', 'affected', 'id', 'fixed', 'source', 'exception'];
const oldest = 180;

// The page's compiler puts parts of these into the page, whatever package.json calls them.
const compiledIn = ['svelte'];

class Unusable extends Error {}

/** 1.2.3 before 1.2.10, and 1.2.3-rc1 before 1.2.3. */
function compare(one, other) {
  const [left, right] = [one, other].map((version) => version.replace(/\+.*/, '').split(/[.-]/));
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const order = compareParts(left[at] ?? '0', right[at] ?? '0');
    if (order !== 0) return order;
  }
  return 0;
}

function compareParts(one, other) {
  const [left, right] = [one, other].map((part) => (/^\d+$/.test(part) ? Number(part) : undefined));
  if (left !== undefined && right !== undefined) return Math.sign(left - right);
  if (left === undefined && right === undefined) return one < other ? -1 : Number(one > other);
  return left === undefined ? -1 : 1;
}

/** Whether a version lies in `>=4.0.0 <=4.5.5 || 27.0.0`. */
function isIn(version, ranges) {
  return ranges.some((bounds) =>
    bounds.every(({ operator, bound }) => {
      const order = compare(version, bound);
      return {
        '<': order < 0,
        '<=': order <= 0,
        '>': order > 0,
        '>=': order >= 0,
        '=': order === 0,
      }[operator];
    }),
  );
}

function rangesOf(text) {
  return text.split('||').map((part) =>
    part
      .trim()
      .split(/\s+/)
      .map((word) => {
        const [, operator, bound] = /^(<=|>=|<|>|=)?(\d[\w.+-]*)$/.exec(word) ?? [];
        if (!bound) throw new Unusable(`"${text}" is no range of versions: write it as >=4.0.0 <=4.5.5`);
        return { operator: operator ?? '=', bound };
      }),
  );
}

/** An exception that nobody can check is none. */
function isSentence(text) {
  return /^[A-Z].*\.$/.test(text) && text.split(/\s+/).length >= 6;
}

function readList(path) {
  const lines = read(path).split('\n');
  const date = /^# looked up on (\d{4}-\d\d-\d\d)$/m.exec(lines.join('\n'))?.[1];
  if (!date) throw new Unusable(`${path} says nowhere when it was looked up: "# looked up on 2026-11-22"`);
  const rows = lines.flatMap((line, at) =>
    line === '' || line.startsWith('#') ? [] : [rowOf(line, `${path}:${at + 1}`)],
  );
  return { date, rows };
}

function rowOf(line, where) {
  const cells = line.split('\t');
  if (cells.length !== columns.length) {
    throw new Unusable(`${where} has ${cells.length} columns and needs ${columns.length}: ${columns.join(', ')}`);
  }
  const row = Object.fromEntries(columns.map((name, at) => [name, cells[at].trim()]));
  if (!/^(maven|npm):\S+$/.test(row.package))
    throw new Unusable(`${where}: ${row.package} is no package: maven:NAME or npm:NAME`);
  if (!row.id || !row.source) throw new Unusable(`${where}: an advisory has an id and a source`);
  if (row.exception && !isSentence(row.exception)) {
    throw new Unusable(`${where}: the exception of ${row.id} is no sentence. Say why it does not matter here.`);
  }
  return { ...row, ranges: rangesOf(row.affected) };
}

/** What ships, as maven:NAME and npm:NAME with its version. */
function jarsIn(folder) {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jar')) : [];
  if (names.length === 0) throw new Unusable(`${folder} holds no jar: build first`);
  return names
    .filter((name) => !name.startsWith('svc-'))
    .map((name) => {
      const [, artifact, version] = /^(.+?)-(\d[\w.+-]*?)(?:-(?:linux|mac|win)(?:-aarch64)?)?\.jar$/.exec(name) ?? [];
      if (!artifact) throw new Unusable(`${folder}/${name} names no version`);
      return { name: `maven:${artifact}`, version };
    });
}

function packagesOf(lock) {
  const { packages } = JSON.parse(read(lock));
  if (!packages) throw new Unusable(`${lock} lists no packages`);
  const found = new Map();
  const add = (path) => {
    const entry = packages[path];
    if (!entry || found.has(path)) return;
    found.set(path, {
      name: `npm:${path.replace(/^.*node_modules\//, '')}`,
      version: entry.version,
    });
    for (const needed of Object.keys(entry.dependencies ?? {})) {
      const nested = `${path}/node_modules/${needed}`;
      add(packages[nested] ? nested : `node_modules/${needed}`);
    }
  };
  Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !entry.dev)
    .forEach(([path]) => add(path));
  compiledIn.forEach((name) => add(`node_modules/${name}`));
  return [...found.values()];
}

function matches(pattern, name) {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}

/** What npm itself knows of; nothing where it could not ask. */
function audited(path, shipped) {
  let answer;
  try {
    answer = JSON.parse(read(path));
  } catch (reason) {
    if (!(reason instanceof SyntaxError) && !(reason instanceof Unusable)) throw reason;
  }
  if (!answer?.vulnerabilities) return undefined;
  const names = new Set(shipped.map((one) => one.name));
  return Object.values(answer.vulnerabilities)
    .flatMap((one) => one.via)
    .filter((via) => typeof via === 'object' && names.has(`npm:${via.name}`))
    .map((via) => ({
      name: `npm:${via.name}`,
      version: shipped.find((one) => one.name === `npm:${via.name}`)?.version ?? '',
      id: String(via.url ?? via.source).replace(/^.*\//, ''),
      fixed: `not in ${via.range}`,
    }));
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (reason) {
    throw new Unusable(`${path} cannot be read (${reason.code})`);
  }
}

function wordsOf(args) {
  const words = { jars: [] };
  for (let at = 0; at < args.length; at += 2) {
    const [name, value] = [args[at].replace(/^--/, ''), args[at + 1]];
    if (!['list', 'lock', 'jars', 'audit', 'today'].includes(name) || value === undefined)
      throw new Unusable(`${args[at]} is unknown or lacks its value`);
    if (name === 'jars') words.jars.push(value);
    else words[name] = value;
  }
  if (!words.list || !words.lock || words.jars.length === 0) throw new Unusable('--list, --lock and --jars are needed');
  return words;
}

function look(words) {
  const { date, rows } = readList(words.list);
  const shipped = [...words.jars.flatMap(jarsIn), ...packagesOf(words.lock)];
  const kept = shipped.flatMap((one) =>
    rows
      .filter((row) => matches(row.package, one.name) && isIn(one.version, row.ranges))
      .map((row) => ({ ...row, ...one })),
  );
  const excepted = new Map(kept.filter((one) => one.exception).map((one) => [`${one.id} ${one.name}`, one]));
  const fromNpm = words.audit ? audited(words.audit, shipped) : undefined;
  const open = [
    ...kept.filter((one) => !one.exception),
    ...(fromNpm ?? []).filter((one) => !excepted.has(`${one.id} ${one.name}`)),
  ];

  console.log(`advisories: ${shipped.length} packages ship; ${rows.length} advisories are kept, looked up on ${date}`);
  if (words.audit && !fromNpm) console.log('advisories: npm could not be asked, so only the kept list counts');
  const ids = new Set([...excepted.values()].map((one) => one.id));
  for (const id of ids)
    console.log(`advisories: excepted: ${id}: ${[...excepted.values()].find((one) => one.id === id).exception}`);
  const age = Math.floor(
    (Date.parse(words.today ?? new Date().toISOString().slice(0, 10)) - Date.parse(date)) / 86_400_000,
  );
  if (age > oldest)
    console.log(
      `advisories: WARNING: the kept list is ${age} days old. Look again, and write the day into ${words.list}.`,
    );
  for (const one of open)
    console.log(
      `advisories: FOUND: ${one.name} ${one.version} is affected by ${one.id}; fixed: ${one.fixed || 'nowhere yet'}`,
    );
  if (open.length === 0) return 0;
  console.log(
    `advisories: take a version that is not affected, or say in ${words.list} in one sentence why it does not matter here`,
  );
  return 1;
}

try {
  process.exitCode = look(wordsOf(process.argv.slice(2)));
} catch (reason) {
  if (!(reason instanceof Unusable)) throw reason;
  console.error(`advisories: ${reason.message}`);
  process.exitCode = 2;
}
