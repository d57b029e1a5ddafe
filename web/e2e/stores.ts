import { appendFileSync, chmodSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A conversation as Claude Code would have left it. */
export interface Told {
  id: string;
  title?: string;
  /** Below the home; made when it is missing. */
  folder: string;
  /** Person and program in turn. */
  said: string[];
  minutesOld?: number;
  /** Between two messages; a third of one unless said otherwise. */
  minutesBetween?: number;
  branch?: string;
  /** What each answer used; nothing is written of it otherwise. */
  used?: Used;
  model?: string;
}

/** Tokens of one answer. `input` is what came from no cache. */
export interface Used {
  input: number;
  output: number;
  cacheRead?: number;
  cacheWrite?: number;
}

export function sessionId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** The address at which the page shows one of the numbered sessions. */
export const addressOf = (number: number) => `/s/engine_1:${sessionId(number)}`;

/** Short conversations, `Session 0` and so on, each a minute older than the one before; a test says what is different. */
export function writeSessions(home: string, count: number, but: (number: number) => Partial<Told> = () => ({})): void {
  for (let number = 0; number < count; number++)
    writeConversation(home, {
      id: sessionId(number),
      title: `Session ${String(number)}`,
      folder: 'src/app',
      said: ['Please look.', 'Done.'],
      minutesOld: number + 1,
      ...but(number),
    });
}

/** Writes a transcript into a home's store, with the time of its last message as the file's. */
export function writeConversation(home: string, told: Told): void {
  const cwd = join(home, told.folder);
  const project = join(home, '.claude', 'projects', cwd.replace(/[^A-Za-z0-9]/g, '-'));
  mkdirSync(cwd, { recursive: true });
  mkdirSync(project, { recursive: true });
  const last = Date.now() - (told.minutesOld ?? 1) * 60_000;
  const file = join(project, `${told.id}.jsonl`);
  const lines = told.said.map((text, at) => record(told, cwd, text, at, last));
  if (told.title) lines.unshift({ type: 'custom-title', customTitle: told.title, sessionId: told.id });
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  utimesSync(file, last / 1000, last / 1000);
}

/** Adds to a transcript what was called, answered and noted, each an object of the program's own. */
export function addRecords(home: string, told: Told, records: readonly object[]): void {
  const cwd = join(home, told.folder);
  const file = join(home, '.claude', 'projects', cwd.replace(/[^A-Za-z0-9]/g, '-'), `${told.id}.jsonl`);
  const timestamp = new Date().toISOString();
  records.forEach((one, at) => {
    const around = { isSidechain: false, uuid: uuid(told, 1_000 + at), timestamp, cwd, sessionId: told.id };
    appendFileSync(file, `${JSON.stringify({ ...around, ...one })}\n`);
  });
}

/** A call of a tool as Claude Code notes it, and its result, with what the program noted of it beside. */
export function called(id: string, name: string, input: object, toolUseResult: object = {}): object[] {
  const call = { type: 'tool_use', id, name, input };
  const result = { type: 'tool_result', tool_use_id: id, content: 'Done.', is_error: false };
  return [
    { type: 'assistant', message: { role: 'assistant', content: [call] } },
    { type: 'user', message: { role: 'user', content: [result] }, toolUseResult },
  ];
}

/** A file that was made. */
export function wrote(id: string, path: string, content: string): object[] {
  const noted = { type: 'create', filePath: path, content, structuredPatch: [], originalFile: null };
  return called(id, 'Write', { file_path: path, content }, noted);
}

/** An edit of a file, with the text that it had before. */
export function replaced(id: string, path: string, before: string, from: string, to: string): object[] {
  const edit = { file_path: path, old_string: from, new_string: to };
  const noted = { filePath: path, oldString: from, newString: to, originalFile: before, structuredPatch: [] };
  return called(id, 'Edit', edit, { ...noted, userModified: false, replaceAll: false });
}

function record(told: Told, cwd: string, text: string, at: number, last: number): object {
  const person = at % 2 === 0;
  const message = person
    ? { role: 'user', content: text }
    : answer(text, told.model ?? 'claude-sonnet-4-5', told.used, `msg_${uuid(told, at)}`);
  return {
    parentUuid: at === 0 ? null : uuid(told, at - 1),
    isSidechain: false,
    type: person ? 'user' : 'assistant',
    message,
    uuid: uuid(told, at),
    timestamp: new Date(last - (told.said.length - 1 - at) * (told.minutesBetween ?? 1 / 3) * 60_000).toISOString(),
    userType: 'external',
    cwd,
    sessionId: told.id,
    version: '2.1.330',
    gitBranch: told.branch ?? 'main',
  };
}

/** What a model answered, as its message is written; the same for what is added later. */
export function answer(text: string, model: string, used: Used | undefined, id: string): object {
  const usage = used && {
    input_tokens: used.input,
    output_tokens: used.output,
    cache_read_input_tokens: used.cacheRead ?? 0,
    cache_creation_input_tokens: used.cacheWrite ?? 0,
  };
  const said = { role: 'assistant', model, type: 'message', content: [{ type: 'text', text }] };
  return usage ? { id, ...said, usage } : said;
}

function uuid(told: Told, at: number): string {
  return `${told.id.slice(0, 24)}${String(at).padStart(6, '0')}${told.id.slice(-6)}`;
}

/** A program in the place of a real one: says hello, answers each line, and ends with 3 after "bye". */
export function writeStandIn(home: string): string {
  const file = join(home, 'stand-in');
  const script = [
    '#!/bin/sh',
    `[ "$1" = --version ] && { echo '2.1.330 (Claude Code)'; exit 0; }`,
    `printf 'stand-in ready in %s\\n> ' "$PWD"`,
    'while IFS= read -r line; do',
    '  [ "$line" = bye ] && exit 3',
    '  [ "$line" = many ] && seq 1 400',
    `  printf 'you said %s\\n> ' "$line"`,
    'done',
  ];
  writeFileSync(file, `${script.join('\n')}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** A program in the place of a real one that takes each key by itself and prints its bytes, as `<0b>` for Ctrl+K. */
export function writeKeyPrinter(home: string): string {
  const file = join(home, 'key-printer');
  const script = [
    '#!/bin/sh',
    `[ "$1" = --version ] && { echo '2.1.330 (Claude Code)'; exit 0; }`,
    'stty raw -echo',
    `printf 'keys, please\\r\\n'`,
    'while :; do',
    `  got=$(dd bs=4096 count=1 2>/dev/null | od -An -v -tx1 | tr -d ' \\n')`,
    '  [ -n "$got" ] || exit 0',
    `  printf '<%s>\\r\\n' "$got"`,
    'done',
  ];
  writeFileSync(file, `${script.join('\n')}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** How much of Codex's two windows is used, as it notes it with each answer. */
export interface Noted {
  primary: number;
  secondary: number;
}

/** The same as Codex would have left it. */
export function writeRollout(home: string, told: Told, noted?: Noted): void {
  const cwd = join(home, told.folder);
  const last = Date.now() - (told.minutesOld ?? 1) * 60_000;
  const at = new Date(last).toISOString();
  const [date = '', time = ''] = at.slice(0, 19).split('T');
  const folder = join(home, '.codex', 'sessions', ...date.split('-'));
  const file = join(folder, `rollout-${date}T${time.replaceAll(':', '-')}-${told.id}.jsonl`);
  const line = (type: string, payload: object) => `${JSON.stringify({ timestamp: at, type, payload })}\n`;
  const meta = {
    id: told.id,
    timestamp: at,
    cwd,
    originator: 'codex_cli_rs',
    cli_version: '0.63.0',
    source: 'cli',
    git: { branch: told.branch ?? 'main' },
  };
  const talk = told.said.map((message, turn) =>
    line('event_msg', { type: turn % 2 ? 'agent_message' : 'user_message', message }),
  );
  if (told.used) talk.push(line('event_msg', tokenCount(told.used, noted)));
  mkdirSync(cwd, { recursive: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    file,
    [line('session_meta', meta), line('turn_context', { cwd, model: 'gpt-5.1-codex' }), ...talk].join(''),
  );
  utimesSync(file, last / 1000, last / 1000);
}

/** The sums of a thread with a single answer, whose input has what came from the cache in it. */
function tokenCount({ input, output, cacheRead = 0 }: Used, noted: Noted | undefined): object {
  const total_token_usage = {
    input_tokens: input + cacheRead,
    cached_input_tokens: cacheRead,
    output_tokens: output,
    reasoning_output_tokens: 0,
    total_tokens: input + cacheRead + output,
  };
  const inHours = (hours: number) => Math.round(Date.now() / 1000) + hours * 3600;
  const window = (used_percent: number, minutes: number) => ({
    used_percent,
    window_minutes: minutes,
    resets_at: inHours(minutes / 120),
  });
  return {
    type: 'token_count',
    info: { total_token_usage, last_token_usage: total_token_usage, model_context_window: 272_000 },
    rate_limits: noted
      ? { primary: window(noted.primary, 300), secondary: window(noted.secondary, 10_080) }
      : { primary: null, secondary: null },
  };
}
