#!/bin/sh
# What people notice while conversations are indexed for the first time: start to a whole list, a page of the list, and rows
# T1, T3 to T6 and T9 of terminals, with searching on (the index is made anew each round) and off, in interleaved rounds. T2
# and T8 count the processor time of the whole process, indexing too:
# docs/bench/indexing.sh [sessions] [rounds] [niceness]; an index that is ready before its round is over is said so. With a
# niceness, searching is on in both: "off" then is the following thread with that niceness, "on" the one that it gives itself.
# Needs a build (./svc version), python3, node with npm, and dtach.
set -eu
sessions=${1:-30000}
rounds=${2:-3}
# shellcheck source=prelude.sh
. "$(dirname "$0")/prelude.sh"
cache=${BENCH_CACHE:-$HOME/.cache/svc-bench-term}
mkdir -p "$cache" "$work/page"
echo '<!doctype html>' >"$work/page/index.html"
cp "$root"/docs/bench/term/*.mjs "$root"/docs/bench/term/*.py "$root/docs/bench/term/package.json" "$cache/"
[ -e "$cache/node_modules/ws" ] || (cd "$cache" && npm install --no-fund --no-audit >npm.log 2>&1)
[ -e "$cache/f100.txt" ] || python3 "$cache/mkfile.py" 100 >"$cache/f100.txt"
[ -e "$cache/f8.txt" ] || python3 "$cache/mkfile.py" 8 >"$cache/f8.txt"
printf '#!/bin/sh\nexec bash --norc\n' >"$cache/shell.sh"
chmod +x "$cache/shell.sh"
python3 docs/bench/search-store.py "$work/home" "$sessions" 10

cat >"$work/indexing.mjs" <<'JS'
// indexing.mjs WORK CACHE ROUNDS SESSIONS NICENESS COMMAND...
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
const [work, cache, rounds, sessions, niceness, command, ...args] = process.argv.slice(2);
const port = 18767;
const base = `http://127.0.0.1:${port}`;
const pause = (ms) => new Promise((next) => setTimeout(next, ms));
const get = async (path) => (await fetch(base + path)).json();
const start = (of) => {
  const env = { PATH: process.env.PATH, HOME: `${work}/home`, LANG: 'C.UTF-8', SVC_HOME: `${work}/svc-${of}`, SVC_PORT: String(port),
    SVC_AUTH_MODE: 'none', SVC_ENGINE1_BIN: `${cache}/shell.sh`, SVC_WEB_DIST: `${work}/page` };
  return spawn(command, args, { env, stdio: 'ignore' });
};
// A thread may end between the two readings.
const follows = (service) =>
  readdirSync(`/proc/${service.pid}/task`).filter((task) => {
    try {
      return readFileSync(`/proc/${service.pid}/task/${task}/comm`, 'utf8').trim() === 'svc-follow';
    } catch {
      return false;
    }
  });
const renice = (service) => execFileSync('renice', ['-n', niceness, '-p', ...follows(service)], { stdio: 'ignore' });
const end = async (service) => {
  service.kill('SIGTERM');
  await new Promise((ended) => service.on('exit', ended));
};
const listed = async () => {
  for (;;) {
    const page = await get('/api/sessions?limit=100').catch(() => ({}));
    if (page.total >= Number(sessions)) return;
    await pause(5);
  }
};
const change = async (settings) => {
  const begin = await fetch(`${base}/api/config`);
  const headers = { Origin: base, 'Content-Type': 'application/json', 'X-CSRF-Token': (await begin.json()).csrf_token };
  const cookie = begin.headers.get('set-cookie');
  if (cookie) headers.Cookie = cookie.split(';')[0];
  const answer = await fetch(`${base}/api/settings`, { method: 'PATCH', headers, body: JSON.stringify(settings) });
  if (!answer.ok) throw new Error(await answer.text());
};
const indexed = async () => (await get('/api/search?q=xyzzy')).complete;
const bench = (scenario, ...options) => {
  const out = execFileSync('node', ['bench.mjs', 'svc', scenario, `--url=ws://127.0.0.1:${port}`, ...options], { cwd: cache, encoding: 'utf8' });
  return Object.assign({}, ...out.trim().split('\n').map((line) => JSON.parse(line)));
};

// Both homes know the store already, and nothing is kept in them: searching is the only difference.
for (const of of ['off', 'on']) {
  const service = start(of);
  await listed();
  await change({ vault: { enabled: false }, search: { enabled: of === 'on' || niceness !== '' } });
  await pause(4000);
  await end(service);
}
const all = { off: [], on: [] };
for (let round = 0; round < Number(rounds); round++) {
  for (const of of round % 2 ? ['on', 'off'] : ['off', 'on']) {
    rmSync(`${work}/svc-${of}/search`, { recursive: true, force: true });
    const began = performance.now();
    const service = start(of);
    await listed();
    const row = { start: performance.now() - began };
    if (of === 'off' && niceness !== '') renice(service);
    await pause(3000);
    const took = [];
    for (let at = 0; at < 100; at++) {
      const asked = performance.now();
      await get(`/api/sessions?limit=100&offset=${at * 7}`);
      took.push(performance.now() - asked);
      await pause(30);
    }
    took.sort((a, b) => a - b);
    row.list50 = took[50];
    row.list95 = took[95];
    const echo = bench('echo', '--n=600');
    row.echo50 = echo.p50_ms;
    row.echo99 = echo.p99_ms;
    const flood = bench('echo-flood', `--file=${cache}/f8.txt`, '--n=300');
    row.flood50 = flood.p50_ms;
    row.flood99 = flood.p99_ms;
    const pid = `--pid=${service.pid}`;
    row.rate = bench('throughput', `--file=${cache}/f100.txt`, '--runs=1').median_MBps;
    const whole = bench('attach', `--file=${cache}/f8.txt`, '--runs=5');
    row.first = whole.first_byte_ms;
    row.all = whole.complete_ms;
    row.newest = bench('attach', `--file=${cache}/f8.txt`, '--runs=5', '--tail=65536').first_byte_ms;
    const slow = bench('slow', `--file=${cache}/f8.txt`, '--stall=10', '--shared', pid);
    row.growth = slow.rss_growth_mb + 1; // it may be none, and is divided
    row.other = slow.other_during_MBps / slow.other_before_MBps;
    if (of === 'on' && (await indexed())) console.error('the index was ready before the round was over: take more sessions');
    all[of].push(row);
    console.log(of, JSON.stringify(row));
    await end(service);
  }
}
const middle = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
for (const name of Object.keys(all.off[0])) {
  const off = all.off.map((row) => row[name]);
  const on = all.on.map((row) => row[name]);
  const ratios = on.map((value, at) => value / off[at]);
  console.log(`${name}: off ${middle(off).toFixed(2)}, on ${middle(on).toFixed(2)}, ratio ${middle(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} .. ${Math.max(...ratios).toFixed(2)})`);
}
JS
node "$work/indexing.mjs" "$work" "$cache" "$rounds" "$sessions" "${3:-}" "$JAVA_HOME/bin/java" "@$root/server/jvm.options" \
    -jar "$root/server/target/svc.jar" serve
