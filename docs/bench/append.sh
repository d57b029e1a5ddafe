#!/bin/sh
# From a line that is appended to a log to the event of its session in /api/events, through the whole service,
# and the service's resident memory: docs/bench/append.sh [sessions] [largest heap] [lines]
# Needs a build (./svc version), python3 and node.
set -eu
sessions=${1:-10000}
heap=${2:-512m}
lines=${3:-40}
# shellcheck source=prelude.sh
. "$(dirname "$0")/prelude.sh"
mkdir "$work/page"
echo '<!doctype html>' >"$work/page/index.html"
python3 docs/bench/listing-store.py "$work/home/.claude" "$sessions" 20

cat >"$work/append.mjs" <<'JS'
// append.mjs HOME PORT LINES COMMAND...
import { spawn } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
const [home, port, lines, command, ...args] = process.argv.slice(2);
const base = `http://127.0.0.1:${port}`;
const pause = (ms) => new Promise((next) => setTimeout(next, ms));
const service = spawn(command, args, { stdio: 'ignore' });
const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))[1]) / 1024;
const total = async () => (await (await fetch(`${base}/api/sessions?limit=1`)).json()).total;
// While svc still reads logs, it may announce many changes as one.
const isRead = async () => (await (await fetch(`${base}/api/engines`)).json()).engines.every(({ scan }) => scan.phase === 'following');

let stood = 0;
for (let last = -1; stood < 5; await pause(1000)) {
  const now = await total().catch(() => -1);
  stood = now > 0 && now === last && (await isRead()) ? stood + 1 : 0;
  last = now;
}
console.log(`${await total()} sessions; resident once they are listed: ${resident().toFixed(0)} MB`);

let seen = () => {};
const events = await fetch(`${base}/api/events`);
(async () => {
  const words = new TextDecoder();
  for await (const chunk of events.body) if (/^event: ?session/m.test(words.decode(chunk))) seen();
})().catch(() => {}); // the service ends before its stream does
const folders = join(home, '.claude/projects');
const logs = readdirSync(folders).flatMap((one) => readdirSync(join(folders, one)).map((log) => join(folders, one, log)));
const took = [];
for (let at = 0; at < Number(lines); at++) {
  const record = { type: 'user', message: { role: 'user', content: 'one more' }, uuid: String(at), timestamp: new Date().toISOString() };
  const shown = new Promise((done) => (seen = done));
  const begun = performance.now();
  appendFileSync(logs[(at * 7) % logs.length], `\n${JSON.stringify(record)}\n`); // one in fifty ends within a line
  await shown;
  took.push(performance.now() - begun);
  await pause(100);
}
took.sort((a, b) => a - b);
const of = (share) => took[Math.floor(share * (took.length - 1))].toFixed(0);
console.log(`appended to event, ms: p50 ${of(0.5)}, p95 ${of(0.95)}, longest ${of(1)}; resident then: ${resident().toFixed(0)} MB`);
service.kill('SIGTERM');
JS

env -i PATH="$PATH" HOME="$work/home" SVC_HOME="$work/svc" SVC_PORT=18766 SVC_AUTH_MODE=none SVC_WEB_DIST="$work/page" \
    node "$work/append.mjs" "$work/home" 18766 "$lines" "$JAVA_HOME/bin/java" "@$root/server/jvm.options" "-Xmx$heap" \
    -jar "$root/server/target/svc.jar" serve
