import { readFileSync } from 'node:fs';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { open, openAt, pair, phone, type Watched } from './browser.ts';
import { inDepth } from './depth.ts';
import {
  addRecords,
  addressOf,
  answer,
  sessionId,
  writeRollout,
  writeSessions,
  writeStandIn,
  type Told,
} from './stores.ts';
import { setStage } from './stage.ts';

const day = 24 * 60;
/** At the prices of Opus 4.5, half a dollar each: sent, answered and read from the cache. */
const used = { input: 100_000, output: 20_000, cacheRead: 1_000_000 };
const opus = 'claude-opus-4-5';

/** Three dollars of today, thirty cents, what no price is known for, a dollar and a half, and the same long ago. */
const told: Partial<Told>[] = [
  { said: ['Please look.', 'I do.', 'And?', 'Done.'], model: opus, used, minutesOld: 2 },
  { model: 'claude-haiku-4-5', used, minutesOld: 2 * day },
  { model: 'mystery-9', used, minutesOld: 5 * day },
  { title: '=1+1', model: opus, used, minutesOld: 3 * day },
  { model: opus, used, minutesOld: 45 * day },
];
const codex = sessionId(9);

const stage = setStage((home) => {
  writeSessions(home, told.length, (at) => told[at] ?? {});
  const rollout = { id: codex, folder: 'src/lib', said: ['Please port it.', 'Ported.'], minutesOld: day };
  writeRollout(home, { ...rollout, used: { input: 80_000, output: 10_000 } }, { primary: 84, secondary: 38 });
  return { SVC_ENGINE1_BIN: writeStandIn(home) };
});

/** The page, once everything that was written is counted. */
async function usage(path = '/usage', options: BrowserContextOptions = {}): Promise<Watched> {
  const watched = await open(stage.browser, stage.service.origin, options);
  await expect
    .poll(async () => (await (await fetch(`${stage.service.origin}/api/usage`)).json()) as { complete: boolean })
    .toMatchObject({ complete: true, sessions: 6 });
  await watched.page.goto(path);
  await watched.page.locator('.plot-bar').first().waitFor();
  return watched;
}

const section = (page: Page, name: string) =>
  page.locator('.usage section').filter({ has: page.getByRole('heading', { level: 2, name }) });
const sessions = (page: Page) => section(page, 'Sessions').locator('tbody tr');
const titles = (page: Page) => sessions(page).locator('.u-title').allTextContents();
const bar = (page: Page, value: string) => page.locator(`.plot-bar[aria-label*="${value}"]`);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
const search = (page: Page) => new URL(page.url()).search;

/** Numbers and their units stand together. */
async function text(part: Locator): Promise<string> {
  return ((await part.textContent()) ?? '').replaceAll('\u00a0', ' ').replace(/\s+/g, ' ').trim();
}

/** A project with one of the sessions. */
async function makeProject(page: Page, name: string, sid: string): Promise<string> {
  return page.evaluate(
    async ([title, id]) => {
      const { csrf_token } = (await (await fetch('/api/config')).json()) as { csrf_token: string };
      const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': csrf_token };
      const body = JSON.stringify({ name: title, color: '#2ba97e', folders: [] });
      const made = (await (await fetch('/api/projects', { method: 'POST', headers, body })).json()) as { id: string };
      const project = JSON.stringify({ project_id: made.id });
      await fetch(`/api/sessions/${String(id)}/metadata`, { method: 'PATCH', headers, body: project });
      return made.id;
    },
    [name, sid] as const,
  );
}

inDepth('the list and two keys lead to it', async () => {
  const { page } = await openAt(stage.browser, stage.service.origin, '/');
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('option', { name: /Session 0/ }).waitFor();
  await pair(page, ['g', 'u'], () => page.getByRole('heading', { level: 1, name: 'Usage' }).isVisible());
});

inDepth('a thumb finds it above the list of a phone', async () => {
  const look = { viewport: phone, hasTouch: true, isMobile: true };
  const watched = await openAt(stage.browser, stage.service.origin, '/', look);
  await watched.page.getByRole('button', { name: 'More' }).tap();
  await watched.expectAccessible('menu');
  await watched.page.getByRole('menuitem', { name: 'Usage' }).tap();
  await watched.page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
});

describe('the bars', () => {
  it('add up, and what has no price is not taken for nothing', async () => {
    const { page } = await usage();
    const head = section(page, 'Cost per day').locator('.usage-total');
    await expect.poll(() => text(head)).toBe('$5.00+ in 30 days, at list prices');
    expect(await page.locator('.plot-bar').count()).toBe(30);
    expect(await bar(page, 'not priced').count()).toBe(1);
    expect(await bar(page, 'nothing used').count()).toBe(25);
  });

  inDepth('are each reached by keys, and say their value as text', async () => {
    const { page } = await usage();
    await page.locator('.plot-bar[tabindex="0"]').focus();
    await page.keyboard.press('Home');
    const said = [await focused(page)];
    for (let at = 1; at < 30; at++) {
      await page.keyboard.press('ArrowRight');
      said.push(await focused(page));
    }
    expect(new Set(said).size).toBe(30);
    expect(said.filter((one) => one.includes('$0.30, 1 session'))).toHaveLength(1);
    while (!(await focused(page)).includes('$0.30')) await page.keyboard.press('ArrowLeft');
    await expect.poll(() => text(page.locator('.plot-tip'))).toContain('$0.30');
  });

  inDepth('have the same numbers as a table', async () => {
    const { page } = await usage();
    const table = page.getByRole('table', { name: 'Cost per day' });
    expect(await table.getByRole('row').count()).toBe(31);
    await table.getByRole('row', { name: /\$0\.30 1 session/ }).waitFor({ state: 'attached' });
  });

  inDepth('narrow all that is below to their day, until Escape', async () => {
    const { page } = await usage();
    await bar(page, '$0.30').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => titles(page)).toEqual(['Session 1']);
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await titles(page)).length).toBe(5);
    expect(new URL(page.url()).pathname).toBe('/usage');
  });

  inDepth('are of tokens and of sessions as well', async () => {
    const { page } = await usage();
    await page.getByRole('group', { name: 'Show' }).getByText('Tokens').click();
    await expect.poll(() => text(section(page, 'Tokens per day').locator('.usage-total'))).toMatch(/^5\.7 M tokens in/);
    await page.locator('.plot .plot-bar[aria-label*="2.2 M"], .plot .plot-bar[aria-label*="2.2\u00a0M"]').waitFor();
    await page.getByRole('group', { name: 'Show' }).getByText('Sessions').click();
    await expect
      .poll(() => text(section(page, 'Sessions per day').locator('.usage-total')))
      .toBe('5 sessions in 30 days');
  });

  inDepth('are reached by a finger that slides over them', async () => {
    const { page } = await usage('/usage', { viewport: phone, hasTouch: true, isMobile: true });
    const box = await page.locator('.plot-bars').boundingBox();
    if (!box) throw new Error('There is no plot.');
    const touches = await page.context().newCDPSession(page);
    const at = (share: number) => [{ x: box.x + box.width * share, y: box.y + 60 }];
    await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.02) });
    await touches.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(0.5) });
    await touches.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(0.99) });
    await expect.poll(() => text(page.locator('.plot-tip'))).toContain('so far');
    await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  });
});

describe('the address', () => {
  inDepth('has the time, in which months reach further back than days', async () => {
    const { page } = await usage();
    await page.getByText('12 months', { exact: true }).click();
    await expect.poll(() => text(section(page, 'Cost per month').locator('.usage-total'))).toMatch(/^\$6\.50\+ in 12/);
    expect(await page.locator('.plot-bar').count()).toBe(12);
    await page.reload();
    await page.getByRole('heading', { name: 'Cost per month' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/usage/12m');
  });

  inDepth('has the program, and keeps it with another time', async () => {
    const { page } = await usage();
    await page.getByRole('button', { name: 'Engine' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Codex' }).click();
    await expect.poll(() => text(section(page, 'Cost per day').locator('.usage-total'))).toMatch(/^\$0\.20 in/);
    expect(await sessions(page).count()).toBe(1);
    await page.getByText('7 days', { exact: true }).click();
    await expect.poll(() => page.locator('.plot-bar').count()).toBe(7);
    expect(search(page)).toBe('?engine=engine_2');
    await page.getByRole('button', { name: 'Codex' }).click();
    await expect.poll(() => search(page)).toBe('');
  });

  inDepth('has the project that was pressed, and what has none', async () => {
    const { page } = await usage();
    const id = await makeProject(page, 'ledger', `engine_1:${sessionId(3)}`);
    await page.reload();
    await section(page, 'Per project').getByRole('button', { name: 'ledger $1.50' }).click();
    await expect.poll(() => titles(page)).toEqual(['=1+1']);
    expect(search(page)).toBe(`?project=${id}`);
    await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'ledger' }).click();
    await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Project' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'No project' }).click();
    await expect.poll(async () => (await titles(page)).length).toBe(4);
  });
});

describe('the sessions', () => {
  inDepth('are sorted by any column, and what has no price is last', async () => {
    const { page } = await usage();
    await expect.poll(() => titles(page)).toEqual(['Session 0', '=1+1', 'Session 1', 'Please port it.', 'Session 2']);
    await page.getByRole('button', { name: 'Cost', exact: true }).click();
    await expect.poll(() => titles(page)).toEqual(['Please port it.', 'Session 1', '=1+1', 'Session 0', 'Session 2']);
    await page.getByRole('columnheader', { name: 'Cost' }).and(page.locator('[aria-sort=ascending]')).waitFor();
    await page.getByRole('button', { name: 'Last', exact: true }).click();
    await expect.poll(async () => (await titles(page))[0]).toBe('Session 0');
  });

  inDepth('say what went in and out, and lead to the session', async () => {
    const { page } = await usage();
    const row = sessions(page).filter({ hasText: 'Session 0' });
    await expect.poll(() => row.locator('.num').allTextContents()).toContain('$3.00');
    const figures = (await row.locator('.num').allTextContents()).map((one) => one.replaceAll('\u00a0', ' '));
    expect(figures.map((one) => one.replace(/^(In|Out) /, '')).slice(0, 4)).toEqual(['2', '2.2 M', '40 k', '$3.00']);
    expect(await text(sessions(page).filter({ hasText: 'Session 2' }).locator('.u-cost'))).toBe('not priced');
    await row.getByRole('link').click();
    await expect.poll(() => decodeURIComponent(new URL(page.url()).pathname)).toContain(addressOf(0));
  });

  inDepth('are saved as a table in which nothing is computed and nothing unknown is nothing', async () => {
    const { page } = await usage();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/^svc-usage-\d{4}-\d\d-\d\d-30d\.csv$/);
    const lines = readFileSync(await saved.path(), 'utf8').split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFkind,key,name,/);
    expect(lines.filter((line) => line.startsWith('day,'))).toHaveLength(30);
    expect(lines.find((line) => line.includes(sessionId(3)))).toContain(",'=1+1,Claude Code,");
    expect(lines.find((line) => line.includes(sessionId(2)))).toMatch(/,0,,1120000,USD$/);
  });
});

inDepth('says what is not counted, the limits of Codex, and of when the prices are', async () => {
  const { page } = await usage();
  const missing = page.getByRole('region', { name: 'Not counted' });
  await missing.getByText('Claude Code: 1 session names no price.').waitFor();
  await missing.getByText('Models without a price').click();
  await missing.getByText('mystery-9').waitFor();
  await missing.getByText(/^List prices of \d+ \w+ \d{4}/).waitFor();
  const limits = section(page, 'Limits').getByRole('listitem');
  expect(await text(limits.nth(0))).toMatch(/Codex, 5 hours 84% Resets /);
  expect(await text(limits.nth(1))).toMatch(/Codex, week 38% Resets /);
});

inDepth('says how far counting is, where it is not at its end', async () => {
  const { page } = await open(stage.browser, stage.service.origin);
  await page.route(/\/api\/usage\?/, async (route) => {
    const answered = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...answered, complete: false, pending: 3 } });
  });
  await page.goto('/usage');
  await page.getByText('3 sessions are still to be counted, the newest first').waitFor();
});

describe('a session', () => {
  inDepth('has a line a model in its details', async () => {
    const { page } = await usage();
    await page.goto(`${addressOf(2)}/transcript`);
    await page.getByRole('button', { name: 'Details' }).click();
    const row = page.getByRole('complementary', { name: 'Details' }).getByRole('row', { name: /mystery-9/ });
    await row.getByText('not priced').waitFor();
  });

  inDepth('says on its row and in its head what it used, where somebody wants that', async () => {
    const { page } = await usage();
    await page.goto('/settings/usage');
    await page.getByRole('switch', { name: 'In a session' }).check();
    await page.getByRole('switch', { name: 'On the rows of the list' }).check();
    await page.goto(`${addressOf(0)}/transcript`);
    await expect.poll(() => text(page.locator('.head-usage'))).toBe('Usage2.2 M · $3.00');
    await page.getByRole('option', { name: /Session 0, \$3\.00, .*2\.2.M tokens/ }).waitFor();
    await expect
      .poll(() => page.locator('.turn-usage').allTextContents())
      .toEqual(['Usage1.1\u00a0M · $1.50', 'Usage1.1\u00a0M · $1.50']);
    expect(await page.locator('.turn-user .turn-usage').count()).toBe(0);
    await page.goto('/settings/usage');
    await page.getByRole('switch', { name: 'On the rows of the list' }).uncheck();
    await page.goto('/');
    await page.getByRole('option', { name: /Session 0/ }).waitFor();
    await expect.poll(() => page.locator('.row-usage').count()).toBe(0);
  });
});

describe('a budget', () => {
  inDepth('warns where it is passed, until it is dismissed for the day', async () => {
    const { page } = await usage();
    await page.goto('/settings/usage');
    await page.getByLabel('A session ($)').fill('2.5');
    await page.getByLabel('A session ($)').press('Enter');
    const warning = page.getByText('“Session 0” cost $3.00, more than the budget of $2.50 a session.');
    await warning.waitFor();
    await page.reload();
    await warning.waitFor();
    await page.getByRole('button', { name: 'Not again today' }).first().click();
    await warning.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByLabel('A session ($)').waitFor();
    expect(await warning.count()).toBe(0);
    await page.getByLabel('A session ($)').fill('');
    await page.getByLabel('A session ($)').press('Enter');
    await expect.poll(() => page.getByLabel('A session ($)').inputValue()).toBe('');
  });

  inDepth('that is no amount is refused beside its field', async () => {
    const watched = await openAt(stage.browser, stage.service.origin, '/settings/usage');
    watched.provokes(400, 422);
    const field = watched.page.getByLabel('A day ($)');
    await field.fill('-1');
    await field.press('Enter');
    await watched.page.locator('#usage-daily-error').waitFor();
    await watched.expectAccessible();
  });
});

inDepth('speaks German', async () => {
  const { page } = await usage('/usage', { locale: 'de-DE' });
  const head = section(page, 'Kosten pro Tag').locator('.usage-total');
  await expect.poll(() => text(head)).toMatch(/^\d,\d\d \$\+ in 30 Tagen, zu Listenpreisen$/);
});

inDepth.each<[string, BrowserContextOptions]>([
  ['in the dark', { colorScheme: 'dark' }],
  ['in the light', { colorScheme: 'light' }],
  ['in high contrast', { contrast: 'more' }],
  ['in a narrow window', { viewport: { width: 1000, height: 800 } }],
  ['on a phone', { viewport: phone, hasTouch: true, isMobile: true }],
  ['on a small phone', { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }],
])('is without fault for a screen reader and no wider than the window: %s', async (_, look) => {
  const watched = await usage('/usage', { ...look, reducedMotion: 'reduce' });
  const { page } = watched;
  await bar(page, '$0.30').focus();
  await watched.expectAccessible();
  await bar(page, '$0.30').press('Enter');
  await expect.poll(() => titles(page)).toEqual(['Session 1']);
  await page.getByRole('button', { name: / only$/ }).waitFor();
  await watched.expectAccessible('a day');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

inDepth('shows what runs, and how much of the last hour was its', async () => {
  const { page } = await openAt(stage.browser, stage.service.origin, `${addressOf(1)}/terminal`);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('You type here').waitFor();
  const message = answer('More.', opus, { input: 200_000, output: 20_000 }, 'msg_live');
  addRecords(stage.service.home, { id: sessionId(1), folder: 'src/app', said: [] }, [{ type: 'assistant', message }]);
  await page.goto('/usage');
  const row = section(page, 'Live now').locator('tbody tr').filter({ hasText: 'Session 1' });
  await expect.poll(() => text(row.locator('.u-minute'))).toMatch(/^2\d,\d{3}/);
  expect(await text(row.locator('.u-hour'))).toBe('$1.50');
  expect(await row.locator('.u-share').getAttribute('title')).toMatch(/^This one took \d+% of the last hour$/);
  await page.goto(`${addressOf(1)}/terminal`);
  await page.getByText('You type here').waitFor();
  await page.keyboard.press('Alt+i');
  await page.getByText(/^This one took \d+% of the last hour\.$/).waitFor();
  await page.keyboard.type('bye');
  await page.keyboard.press('Enter');
  await page.getByText('The program ended with code 3').first().waitFor();
});
