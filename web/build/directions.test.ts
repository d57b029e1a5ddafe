import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ESLint } from 'eslint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directions } from './directions.js';

/** One forbidden import of each kind is planted in a folder of its own and must be caught; the allowed ones must pass. */
const forbidden: [string, string][] = [
  ['protocol/x.ts', '../net/refusal'],
  ['protocol/x.ts', '../state/x'],
  ['net/x.ts', '../state/x'],
  ['net/x.ts', '../ui/x'],
  ['state/x.ts', '../view/list/x'],
  ['state/x.ts', '../ui/x'],
  ['ui/x.ts', '../protocol/problem'],
  ['ui/x.ts', '../text/x'],
  ['text/x.ts', '../state/x'],
  ['view/list/x.ts', '../session/x'],
  ['view/list/x.ts', '../../net/refusal'],
  ['view/part/x.ts', '../list/x'],
  ['view/list/x.ts', '../../main'],
];
const allowed: [string, string][] = [
  ['net/y.ts', '../protocol/problem'],
  ['state/y.ts', '../net/refusal'],
  ['view/list/y.ts', '../../state/x'],
  ['view/list/y.ts', './x'],
  ['view/list/y.ts', '../part/x'],
  ['view/list/y.ts', '../../ui/x'],
  ['main.ts', './view/list/x'],
];

const root = join(import.meta.dirname, '..');
let planted: string;
let messages: Map<string, string[]>;

function plant(name: string, source: string): string {
  const file = join(planted, 'src', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, source);
  return file;
}

beforeAll(async () => {
  mkdirSync(join(root, 'test-results'), { recursive: true });
  planted = mkdtempSync(join(root, 'test-results', 'directions-'));
  for (const room of ['protocol', 'net', 'state', 'ui', 'text', 'view/list', 'view/session', 'view/part'])
    plant(`${room}/x.ts`, 'export const x = 1;\n');
  for (const name of ['protocol/problem.ts', 'net/refusal.ts', 'main.ts']) plant(name, 'export const x = 1;\n');
  [...forbidden, ...allowed].forEach(([from, to], at) =>
    plant(from.replace('.ts', `-${String(at)}.ts`), `import '${to}';\n`),
  );
  const eslint = new ESLint({
    cwd: planted,
    overrideConfigFile: true,
    ignore: false,
    overrideConfig: [{ files: ['**/*.ts'] }, directions, { settings: { 'boundaries/root-path': planted } }],
  });
  const results = await eslint.lintFiles(['src/**/*-*.ts']);
  messages = new Map(
    results.map((one) => [one.filePath, one.messages.map((message) => message.ruleId ?? message.message)]),
  );
});

afterAll(() => {
  rmSync(planted, { recursive: true, force: true });
});

function caught(from: string, at: number): string[] | undefined {
  return messages.get(join(planted, 'src', from.replace('.ts', `-${String(at)}.ts`)));
}

describe('the import directions', () => {
  it.each(forbidden.map(([from, to], at) => ({ from, to, at })))('refuses $from → $to', ({ from, at }) => {
    expect(caught(from, at)).toContain('boundaries/dependencies');
  });

  it.each(allowed.map(([from, to], at) => ({ from, to, at: at + forbidden.length })))(
    'lets $from → $to',
    ({ from, at }) => {
      expect(caught(from, at)).toEqual([]);
    },
  );
});
