import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sessionId } from './stores.ts';

/** A dialog as Claude Code draws it: a digit is taken at once. */
export interface Dialog {
  /** Above the question, such as the command. */
  lines: string[];
  question: string;
  options: string[];
}

/** The usual one. */
export const mayItRun: Dialog = {
  lines: ['Bash command', '', '  ./ledger migrate --env staging --to 141', '  Widen ids of entries and postings'],
  question: 'Do you want to proceed?',
  options: ['Yes', "Yes, and don't ask again for ./ledger migrate commands in /home/ada/ledger", 'No'],
};

export const mayItEdit: Dialog = {
  lines: ['Edit file', '', '  package.json'],
  question: 'Do you want to make this edit to package.json?',
  options: ['Yes', 'No'],
};

/** What it runs: it draws the dialog of a file, again at every other size, and takes the digit of an option, or Esc. */
const program = `
import { appendFileSync, readFileSync } from 'node:fs';
const [, , folder, ...args] = process.argv;
if (args[0] === '--version') {
  console.log('2.1.330 (Claude Code)');
  process.exit(0);
}
const id = args[args.indexOf('--resume') + 1];
const rule = '─'.repeat(70);
let said = '';
let asked;
process.stdin.setRawMode(true);
process.stdout.write('\\u001b[?2004h');
process.stdin.on('data', (keys) => {
  if (!asked) appendFileSync(folder + '/' + id + '.heard', keys);
  for (const key of String(keys)) take(key);
});
function take(key) {
  if (key === '\\u0003') process.exit(0);
  if (!asked) return;
  if (key !== '\\u001b' && !asked.options[Number(key) - 1]) return;
  appendFileSync(folder + '/' + id + '.took', (key === '\\u001b' ? 'esc' : key) + '\\n');
  asked = undefined;
  draw();
}
function draw() {
  const dialog = asked && [rule, ...asked.lines.map((line) => ' ' + line), '', ' ' + asked.question,
    ...asked.options.map((option, at) => (at ? '   ' : ' ❯ ') + (at + 1) + '. ' + option), '', ' Esc to cancel'];
  const prompt = [rule, '❯ ', rule, '  ? for shortcuts'];
  process.stdout.write('\\u001b[2J\\u001b[H' + ['ready', '', ...(dialog || prompt)].join('\\r\\n'));
}
function look() {
  let now = '';
  try {
    now = readFileSync(folder + '/' + id + '.json', 'utf8');
  } catch {}
  if (now === said) return;
  said = now;
  asked = JSON.parse(now).dialog || undefined;
  draw();
}
process.stdout.on('resize', draw);
draw();
setInterval(look, 30);
`;

const folderOf = (home: string) => join(home, 'asks');
const fileOf = (home: string, number: number, kind: string) => join(folderOf(home), `${sessionId(number)}.${kind}`);
let times = 0;

/** A program in the place of Claude Code that asks what a test wants. */
export function writeAsker(home: string): string {
  const [script, file] = [join(home, 'asker.mjs'), join(home, 'asker')];
  mkdirSync(folderOf(home), { recursive: true });
  writeFileSync(script, program);
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${script}' '${folderOf(home)}' "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}

/** From now on the program of a session asks this; without a dialog it takes back what it asks. */
export function makeAsk(home: string, number: number, dialog?: Dialog): void {
  times += 1;
  const file = fileOf(home, number, 'json');
  writeFileSync(`${file}.part`, JSON.stringify({ dialog: dialog ?? null, times }));
  renameSync(`${file}.part`, file);
}

/** What was typed while it asked nothing: pastes stand in their brackets. */
export function heard(home: string, number: number): string {
  const file = fileOf(home, number, 'heard');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** The keys that it took, and nothing else. */
export function took(home: string, number: number): string[] {
  const file = fileOf(home, number, 'took');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}
