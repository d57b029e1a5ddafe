import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../bin/advisories.mjs', import.meta.url));
const kept = fileURLToPath(new URL('../../docs/advisories.tsv', import.meta.url));
const why = 'Nothing here ever calls the part that is affected.';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-advisories-'));
  mkdirSync(join(folder, 'lib'));
  ships('cave-1.10.0.jar', { 'node_modules/page': { version: '2.0.0' } });
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function ships(jar: string, packages: object): void {
  writeFileSync(join(folder, 'lib', jar), '');
  writeFileSync(join(folder, 'lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }));
}

function row(name: string, affected: string, exception = ''): string {
  return [name, affected, 'CVE-1', '9.9', 'https://example.org/1', exception].join('\t');
}

function look(rows: string[], ...more: string[]): { code: number | null; said: string } {
  const list = join(folder, 'list.tsv');
  writeFileSync(list, ['# looked up on 2026-11-22', ...rows, ''].join('\n'));
  return run('--list', list, '--today', '2026-11-23', ...more);
}

function run(...words: string[]): { code: number | null; said: string } {
  const where = ['--lock', join(folder, 'lock.json'), '--jars', join(folder, 'lib')];
  const ended = spawnSync(process.execPath, [script, ...where, ...words], { encoding: 'utf8' });
  return { code: ended.status, said: ended.stdout + ended.stderr };
}

function npmSaid(answer: object): string[] {
  writeFileSync(join(folder, 'audit.json'), JSON.stringify(answer));
  return ['--audit', join(folder, 'audit.json')];
}

it.each([
  ['maven:cave', '>=1.0.0 <=1.10.0'],
  ['maven:cave', '<1.2.0 || >=1.9.0 <1.10.1'],
  ['maven:ca*', '1.10.0'],
  ['maven:cave', '>1.10.0-rc1'],
  ['npm:page', '<2.0.1'],
])('a planted version is found: %s %s', (name, affected) => {
  const { code, said } = look([row(name, affected)]);
  expect([code, said]).toEqual([1, expect.stringMatching(/FOUND: \S+ \S+ is affected by CVE-1; fixed: 9\.9/)]);
});

it.each([
  ['maven:cave', '>=1.2.0 <1.10.0'],
  ['maven:cave', '>=2.0.0'],
  ['maven:cave', '<1.2.0 || >=1.11.0'],
  ['maven:cavern', '<9.0.0'],
  ['npm:page', '<2.0.0-beta.3'],
  ['npm:cave', '<9.0.0'],
])('a version outside the range is not reported: %s %s', (name, affected) => {
  const { code, said } = look([row(name, affected)]);
  expect([code, said]).toEqual([0, expect.not.stringContaining('FOUND')]);
});

it('a known exception is a sentence, and is shown', () => {
  const { code, said } = look([row('maven:cave', '<2.0.0', why)]);
  expect([code, said]).toEqual([0, expect.stringContaining(`excepted: CVE-1: ${why}`)]);
});

it.each(['-', 'n/a', 'not used here', 'Not affected.', 'it is only used where nobody can reach it'])(
  'an exception without a sentence is refused: %s',
  (exception) => {
    const { code, said } = look([row('maven:cave', '<2.0.0', exception)]);
    expect([code, said]).toEqual([2, expect.stringContaining('is no sentence')]);
  },
);

it('a jar that is made for one system has the version of the others', () => {
  ships('cellar-2.0.0-linux-aarch64.jar', {});
  expect(look([row('maven:cellar', '>=2.0.0')]).code).toBe(1);
  expect(look([row('maven:cellar', '<2.0.0')]).code).toBe(0);
});

it('an exception holds for its own package and advisory only', () => {
  ships('cellar-1.0.0.jar', {});
  expect(look([row('maven:cave', '<2.0.0', why), row('maven:cellar', '<2.0.0')]).code).toBe(1);
});

it.each([
  ['a range that is none', row('maven:cave', 'all')],
  ['a package of nowhere', row('cave', '<2.0.0')],
  ['a missing column', 'maven:cave\t<2.0.0\tCVE-1'],
])('a broken list is refused and not skipped: %s', (_, broken) => {
  expect(look([broken]).code).toBe(2);
});

it('a list without its day is refused', () => {
  writeFileSync(join(folder, 'undated.tsv'), row('maven:cave', '<2.0.0', why));
  expect(run('--list', join(folder, 'undated.tsv')).code).toBe(2);
});

it('where nothing was built there is nothing to look at, and that is no success', () => {
  rmSync(join(folder, 'lib', 'cave-1.10.0.jar'));
  expect(look([]).code).toBe(2);
});

it('what only builds and tests the page does not ship; what is compiled into it does', () => {
  ships('cave-1.10.0.jar', {
    'node_modules/page': { version: '2.0.0', dev: true },
    'node_modules/svelte': { version: '5.0.0', dev: true, dependencies: { clsx: '1' } },
    'node_modules/clsx': { version: '1.0.0', dev: true },
  });
  expect(look([row('npm:page', '<9.0.0')]).code).toBe(0);
  expect(look([row('npm:svelte', '<9.0.0')]).code).toBe(1);
  expect(look([row('npm:clsx', '<9.0.0')]).code).toBe(1);
});

it('an old list is a warning and no failure: time alone breaks nothing', () => {
  const { code, said } = look([], '--today', '2027-11-22');
  expect([code, said]).toEqual([0, expect.stringContaining('WARNING: the kept list is 365 days old')]);
});

const known = { name: 'page', url: 'https://example.org/CVE-1', range: '<2.0.1' };

it('what npm knows of counts as well, and an exception holds there too', () => {
  const audit = npmSaid({ vulnerabilities: { page: { via: [known] }, tool: { via: [{ ...known, name: 'tool' }] } } });
  expect(look([], ...audit)).toEqual({ code: 1, said: expect.stringContaining('npm:page 2.0.0 is affected by CVE-1') });
  expect(look([row('npm:page', '<9.0.0', why)], ...audit).code).toBe(0);
});

it.each([{ message: '405 Method Not Allowed', statusCode: 405 }, {}])(
  'where npm cannot be asked, the kept list counts alone: %o',
  (answer) => {
    const { code, said } = look([], ...npmSaid(answer));
    expect([code, said]).toEqual([0, expect.stringContaining('npm could not be asked')]);
  },
);

it('an answer of npm that is none fails nothing', () => {
  writeFileSync(join(folder, 'audit.json'), '');
  expect(look([], '--audit', join(folder, 'audit.json')).code).toBe(0);
  expect(look([], '--audit', join(folder, 'missing.json')).code).toBe(0);
});

it('the kept list can be read', () => {
  expect(run('--list', kept, '--today', '2026-11-23')).toEqual({ code: 0, said: expect.not.stringContaining('FOUND') });
});
