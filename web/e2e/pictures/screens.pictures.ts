import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, it } from 'vitest';
import { closePages, desktop, launch, open, phone } from '../browser.ts';
import { page as dist } from '../places.ts';
import { Service } from '../service.ts';
import { sessionId, writeConversation, writeRollout } from '../stores.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'docs', 'screenshots');
const titles: [title: string, project: string, minutes: number][] = [
  ['Fix race in checkout retry queue', 'checkout-api', 1],
  ['Migrate ledger tables to bigint ids', 'ledger', 3],
  ['Port upload worker to virtual threads', 'media', 12],
  ['Rate limits for the public gateway', 'gateway', 25],
  ['Terraform: split the staging state', 'infra', 64],
  ['Find the memory growth in the indexer', 'media', 130],
  ['Write ADR: how long events are kept', 'docs', 190],
  ['Upgrade Vite and drop the old polyfills', 'atlas-web', 260],
  ['Benchmark zstd levels on the trace corpus', 'infra', 420],
  ['Explain the flaky sign-in end-to-end test', 'atlas-web', 1500],
  ['OpenAPI examples for the billing routes', 'ledger', 1700],
  ['Keyboard focus is lost after closing a dialog', 'atlas-web', 2100],
  ['Parse RFC 3339 dates without a time zone', 'ledger', 4000],
  ['Replace the cron jobs with a work queue', 'media', 6000],
];

const screen = String.raw`#!/bin/sh
[ "$1" = --version ] && { echo '2.1.330 (Claude Code)'; exit 0; }
says() { printf '\033]7501;state=%s\007' "$1"; }
case $PWD in
  */ledger)
    printf '\033[32m●\033[0m \033[1mBash\033[0m(./ledger migrate --env staging)\n\nRun this on the staging copy?\n\n  1. Yes\n  2. No, and say what to do instead\n\n? '
    says blocked
    read -r answer; exit 0 ;;
  */media) says idle; printf 'Done. What next?\n\n> '; while read -r line; do printf '> '; done; exit 0 ;;
esac
says working
g='\033[32m●\033[0m'; d='\033[2m'; o='\033[0m'; b='\033[1m'
printf "$b>$o The retry queue sometimes charges a card twice when two workers pick up the same attempt.\n\n"
printf "$g I'll start with how an attempt is claimed, then reproduce the double charge before changing anything.\n\n"
printf "$g $b""Read$o(src/queue/claim.ts)\n  $d└  Read 118 lines$o\n\n"
printf "$g $b""Bash$o(npm test -- claim.race)\n  $d└$o  \033[31m✗ two workers never claim the same attempt$o $d(312 ms)$o\n     $d""expected 1 charge, received 2$o\n\n"
printf "$g The test fails as reported. Now the claim becomes one statement that locks the row it takes.\n\n"
printf "$g $b""Update$o(src/queue/claim.ts)\n  $d└  Updated with 5 additions and 2 removals$o\n"
printf "     \033[31m- const due = await db.one(sql\140SELECT id FROM attempts WHERE status = 'due' LIMIT 1\140);$o\n"
printf "     \033[32m+ return db.maybeOne(sql\140UPDATE attempts SET status = 'claimed' … FOR UPDATE SKIP LOCKED\140);$o\n\n"
printf "$g $b""Bash$o(npm test -- queue)\n  $d└$o  \033[32m✓ 27 passed$o $d(4.1 s)$o\n\n> "
while IFS= read -r line; do printf "you said %s\n> " "$line"; done
`;

let service: Service;
let browser: Browser;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  browser = await launch();
  service = await Service.start({}, furnish);
  const { page } = await open(browser, service.origin);
  await page.goto('/');
  await page.getByRole('option').first().waitFor();
  await page.evaluate(
    organise,
    titles.map(([title, project]) => ({ title, project })),
  );
  for (const title of ['Migrate ledger', 'Port upload']) await resume(page, title);
});

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser.close();
  await service.end();
});

function furnish(home: string): Record<string, string> {
  titles.forEach(([title, project, minutesOld], at) => {
    const write = at % 3 === 2 ? writeRollout : writeConversation;
    const id = at % 3 === 2 ? `01a1fdd2-c1fe-73d0-9bfb-0000000000${String(at).padStart(2, '0')}` : sessionId(at);
    write(home, {
      id,
      title,
      folder: `src/${project}`,
      said: [title, 'Done.'],
      minutesOld,
      branch: 'fix/checkout-claim',
    });
  });
  const program = join(home, 'program');
  writeFileSync(program, screen);
  chmodSync(program, 0o755);
  return { SVC_ENGINE1_BIN: program, SVC_ENGINE2_BIN: program };
}

/** Runs in the page: projects, two favourites, and a few changes for the journal. */
async function organise(wanted: { title: string; project: string }[]): Promise<void> {
  const { csrf_token: token } = (await (await fetch('/api/config')).json()) as { csrf_token: string };
  const send = async (method: string, path: string, body?: object) => {
    const headers = { 'X-CSRF-Token': token, 'Content-Type': 'application/json' };
    return (await (await fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })).json()) as {
      id: string;
    };
  };
  const colors = ['#2f9e8a', '#4a82d4', '#8a6fd1', '#c0569f', '#cf5f4a', '#b3791a', '#6f8f1f'];
  const ids = new Map<string, string>();
  for (const name of new Set(wanted.map((one) => one.project)))
    ids.set(name, (await send('POST', '/api/projects', { name, color: colors[ids.size % colors.length] })).id);
  const list = (await (await fetch('/api/sessions?limit=100')).json()) as {
    sessions: { id: string; title: string; first_message: string }[];
  };
  for (const session of list.sessions) {
    const found = wanted.find((one) => one.title === session.title || one.title === session.first_message);
    if (found) await send('PATCH', `/api/sessions/${session.id}/metadata`, { project_id: ids.get(found.project) });
  }
  for (const session of list.sessions.slice(1, 3)) await send('POST', `/api/sessions/${session.id}/favorite`);
}

async function resume(page: Page, title: string): Promise<void> {
  await page.getByRole('option', { name: new RegExp(title) }).click();
  await page.getByRole('tab', { name: 'Terminal' }).click();
  const button = page.getByRole('button', { name: 'Resume' });
  await button.or(page.getByText('Connected')).first().waitFor();
  if (await button.isVisible()) await button.click();
  await page.getByText('You type here').waitFor();
  await page.waitForTimeout(800);
}

const appearance = [
  ['dark', { colorScheme: 'dark' }],
  ['light', { colorScheme: 'light' }],
  ['contrast', { contrast: 'more' }],
] as const;

it.each(appearance)('list and terminal, %s', async (name, options) => {
  const { page } = await open(browser, service.origin, { viewport: desktop, ...options });
  await page.goto('/');
  await resume(page, 'Fix race');
  await page.screenshot({ path: join(folder, `terminal-${name}.png`) });
});

it('the other screens', async () => {
  const { page } = await open(browser, service.origin, { viewport: desktop, colorScheme: 'dark' });
  const shot = (name: string) => page.screenshot({ path: join(folder, `${name}.png`) });
  await page.goto('/');
  await resume(page, 'Fix race');
  await page.getByRole('button', { name: 'More', exact: true }).focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('re');
  await page.waitForTimeout(900);
  await shot('palette');
  await page.goto('/settings/projects');
  await page.getByText('checkout-api').first().waitFor();
  await shot('projects');
});

it('time travel, on the demonstration and its past', async () => {
  const demo = await Service.start({ SVC_WEB_DIST: dist }, undefined, ['--demo']);
  const { page } = await open(browser, demo.origin, { viewport: desktop, colorScheme: 'dark' });
  await page.goto('/activity');
  const back = page.getByRole('button', { name: 'One change back' });
  await page.getByRole('row').nth(4).waitFor();
  for (let step = 0; step < 30; step++) await back.click();
  await page.getByText('As it stood').waitFor();
  await page.waitForTimeout(600);
  await page.screenshot({ path: join(folder, 'time-travel.png') });
  await demo.end();
});

it('a phone', async () => {
  const { page } = await open(browser, service.origin, {
    viewport: phone,
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
  });
  await page.goto('/');
  await page.getByRole('option').first().waitFor();
  await page.screenshot({ path: join(folder, 'phone-list.png') });
  await page.getByRole('option', { name: /Fix race/ }).tap();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: join(folder, 'phone-terminal.png') });
});
