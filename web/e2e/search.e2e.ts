import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { until } from '../test/patience.ts';
import { open, phone, type Watched } from './browser.ts';
import { inDepth } from './depth.ts';
import { addressOf, sessionId, writeConversation } from './stores.ts';
import { setStage } from './stage.ts';

/** Walruses in the middle of a long conversation, in a short one, and in what a tool printed. */
const long = 0;
const short = 1;
const tools = 2;
const stage = setStage((home) => {
  const said = Array.from({ length: 200 }, (_, at) =>
    [60, 140].includes(at)
      ? `Then the walrus number ${String(at)} came.`
      : `Nothing much happened in part ${String(at)}.`,
  );
  writeConversation(home, { id: sessionId(long), title: 'Long', folder: 'src/app', said });
  writeConversation(home, {
    id: sessionId(short),
    title: 'Short',
    folder: 'src/app',
    said: ['What is eaten there?', 'A walrus eats clams and mussels.'],
    minutesOld: 60,
  });
  writeConversation(home, {
    id: sessionId(tools),
    title: 'With tools',
    folder: 'src/shop',
    said: ['List the animals.', 'Listing them.'],
    minutesOld: 120,
  });
  callTool(home, 'ls zoo', ['ape', 'bear', 'otter', 'WALRUS', 'yak'].join('\n'));
  for (const at of [3, 4, 5])
    writeConversation(home, {
      id: sessionId(at),
      title: `Parcels ${String(at)}`,
      folder: 'src/post',
      said: [
        'Weigh the parcels of the customs office on the calibrated balance.',
        'Weighed on the calibrated balance.',
      ],
      minutesOld: 200 + at,
    });
  return {};
});

/** A call of a tool and its answer, as Claude Code writes them. */
function callTool(home: string, command: string, output: string): void {
  const cwd = join(home, 'src/shop');
  const id = sessionId(tools);
  const common = { isSidechain: false, cwd, sessionId: id, version: '2.1.330', timestamp: new Date().toISOString() };
  const call = [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command } }];
  const answer = [{ type: 'tool_result', tool_use_id: 'toolu_1', content: output }];
  const lines = [
    { ...common, type: 'assistant', uuid: `${id}-a`, message: { role: 'assistant', model: 'claude', content: call } },
    { ...common, type: 'user', uuid: `${id}-b`, message: { role: 'user', content: answer } },
  ];
  const file = join(home, '.claude', 'projects', cwd.replace(/[^A-Za-z0-9]/g, '-'), `${id}.jsonl`);
  appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

interface SearchState {
  state: string;
  indexed: number;
}

async function searchState(): Promise<SearchState> {
  const { search } = (await (await fetch(`${stage.service.origin}/api/system`)).json()) as { search: SearchState };
  return search;
}

const everythingIndexed = () =>
  until(async () => {
    const { state, indexed } = await searchState();
    return state === 'ready' && indexed === 6;
  });

beforeAll(everythingIndexed);

const result = (page: Page) => page.getByRole('listbox', { name: 'Said in conversations' });
const hits = (page: Page) => result(page).getByRole('option');
const hit = (page: Page, title: string) => result(page).getByRole('option', { name: new RegExp(`^${title},`) });
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search titles and conversations' });
const ring = (page: Page, turn: number) => page.locator(`#turn-${String(turn)}.is-current mark.is-here`);
const placeOf = (page: Page) => decodeURIComponent(new URL(page.url()).pathname + new URL(page.url()).hash);
const turnOf = (number: number, turn: number) => `${addressOf(number)}/transcript#turn-${String(turn)}`;

async function at(address: string, options = {}): Promise<Watched> {
  const watched = await open(stage.browser, stage.service.origin, options);
  await watched.page.goto(address);
  return watched;
}

/** Wholly within what is scrolled. */
async function isInSight(page: Page, turn: number): Promise<boolean> {
  return ring(page, turn).evaluate((mark) => {
    const [box, pane] = [mark, mark.closest('.transcript')].map((one) => one?.getBoundingClientRect());
    return !!box && !!pane && box.top >= pane.top && box.bottom <= pane.bottom;
  });
}

it('a word leads to its turn without a mouse, and Esc brings back everything as it was', async () => {
  const watched = await at('/');
  const { page } = watched;
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('walrus');
  await hits(page).first().waitFor();
  await page.keyboard.press('ArrowDown');
  while ((await result(page).locator('.is-active .title').textContent()) !== 'Long')
    await page.keyboard.press('ArrowDown');
  await page.locator('.turn.is-current mark.is-here').waitFor();
  const turn = Number(/#turn-(\d+)$/.exec(page.url())?.[1]);
  expect([60, 140]).toContain(turn);
  expect(placeOf(page)).toBe(turnOf(long, turn));
  await expect.poll(() => isInSight(page, turn)).toBe(true);
  await watched.expectAccessible();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  expect(new URL(page.url()).search).toBe('?q=walrus');
  expect(placeOf(page)).toBe('/');
  await expect.poll(() => field(page).evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await field(page).inputValue()).toBe('walrus');
  watched.expectQuiet();
});

inDepth('what hides a hit is unfolded', async () => {
  const { page } = await at('/?q=walrus&in=tool');
  await expect.poll(() => hits(page).locator('.title').allTextContents()).toEqual(['With tools']);
  await hit(page, 'With tools').click();
  await page.locator('.turn-tool.is-current details[open] mark.is-here').waitFor();
});

inDepth('the comma and the full stop lead from hit to hit, on into the next session', async () => {
  const { page } = await at('/?q=walrus');
  await expect.poll(() => hits(page).count()).toBe(3);
  const order = await hits(page).locator('.title').allTextContents();
  await hit(page, 'Long').click();
  await page.locator('.turn.is-current mark.is-here').waitFor();
  const back = Number(/#turn-(\d+)$/.exec(page.url())?.[1]) === 140;
  await page.keyboard.press(back ? ',' : '.');
  await ring(page, back ? 60 : 140).waitFor();
  if (back) {
    await page.keyboard.press('.');
    await ring(page, 140).waitFor();
  }
  const last = order.at(-1) === 'Long';
  if (last) {
    await page.keyboard.press(',');
    await ring(page, 60).waitFor();
  }
  await page.keyboard.press(last ? ',' : '.');
  const next = order[order.indexOf('Long') + (last ? -1 : 1)] ?? '';
  await page.locator('.session-head').getByText(next).waitFor();
  await page.locator('.turn.is-current mark.is-here').waitFor();
});

inDepth('Enter opens for good: back in the browser leads to the list, and the conversation has the keys', async () => {
  const { page } = await at('/?q=walrus');
  await hits(page).first().waitFor();
  await field(page).focus();
  await page.keyboard.press('Enter');
  await page.locator('.turn.is-current').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('transcript');
  await page.getByRole('button', { name: 'Back to where you were' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await expect.poll(() => hits(page).count()).toBe(3);
});

inDepth('a conversation goes on both ways from the turn that was found', async () => {
  const { page } = await at(`${turnOf(long, 140).replace('#', '?q=walrus#')}`);
  await ring(page, 140).waitFor();
  await expect.poll(() => isInSight(page, 140)).toBe(true);
  const pane = page.locator('.transcript');
  expect(await page.locator('#turn-199').count()).toBe(0);
  await expect
    .poll(async () => {
      await pane.evaluate((one) => (one.scrollTop = one.scrollHeight));
      return page.locator('#turn-199').count();
    })
    .toBe(1);
  await expect
    .poll(async () => {
      await pane.evaluate((one) => (one.scrollTop = 0));
      return page.locator('#turn-0').count();
    })
    .toBe(1);
  const shown = await page.locator('article.turn').evaluateAll((turns) => turns.map((turn) => turn.id));
  expect(shown).toEqual(Array.from({ length: 200 }, (_, turn) => `turn-${String(turn)}`));
});

inDepth('where to look is chosen with counts, and stands in the address', async () => {
  const { page } = await at('/?q=walrus');
  const where = page.getByRole('group', { name: 'Where to search' });
  const chips = () => where.getByRole('button').allInnerTexts();
  await expect
    .poll(async () => (await chips()).map((chip) => chip.replace(/\s+/g, ' ')))
    .toEqual(['All 4', 'Titles 0', 'You 2', 'Answers 1', 'Tools 1', 'Edits 0']);
  await where.getByRole('button', { name: 'Tools' }).click();
  await expect.poll(() => hits(page).locator('.title').allTextContents()).toEqual(['With tools']);
  expect(new URL(page.url()).searchParams.get('in')).toBe('tool');
  expect((await chips()).length).toBe(6);
  await where.getByRole('button', { name: 'Titles' }).click();
  await page.getByText('No session matches “walrus”.').waitFor();
  await where.getByRole('button', { name: 'All' }).click();
  await expect.poll(() => hits(page).count()).toBe(3);
});

it('the folder of the list holds for what was said as well, and what it hides is said', async () => {
  const folder = encodeURIComponent(join(stage.service.home, 'src/shop'));
  const { page } = await at(`/?q=walrus&folder=${folder}`);
  await expect.poll(() => hits(page).locator('.title').allTextContents()).toEqual(['With tools']);
  await page.goto(`/?q=mussels&folder=${folder}`);
  await page.getByText('No session says “mussels”.').waitFor();
  await page.getByText('Without the other filters, 1 session says it.').waitFor();
  await page.getByRole('button', { name: 'Search everywhere' }).click();
  await expect.poll(() => hits(page).locator('.title').allTextContents()).toEqual(['Short']);
});

inDepth('words that cannot be read are shown with the place, and titles work all the same', async () => {
  const watched = await at('/');
  const { page } = watched;
  watched.provokes(400);
  await field(page).fill('Long "walrus');
  const alert = page.locator('.said-trouble');
  await alert.waitFor();
  await expect.poll(() => alert.locator('mark').textContent()).toBe('"walrus');
  await watched.expectAccessible();
  await field(page).fill('Long');
  await page.getByRole('listbox', { name: 'Sessions' }).getByRole('option', { name: /^Long/ }).waitFor();
  await alert.waitFor({ state: 'detached' });
});

inDepth('sessions that are like another one are a list with an address of its own', async () => {
  const { page } = await at(`${addressOf(3)}/transcript`);
  await page.locator('.session-head').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'More like this' }).click();
  const similar = page.getByRole('listbox', { name: 'Similar sessions' });
  await expect
    .poll(async () => (await similar.locator('.title').allTextContents()).slice(0, 2).sort())
    .toEqual(['Parcels 4', 'Parcels 5']);
  await page.reload();
  await page.getByRole('button', { name: 'Like “Parcels 3”' }).waitFor();
  await expect.poll(() => similar.getByRole('option').count()).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Like “Parcels 3”' }).click();
  await page.getByRole('listbox', { name: 'Sessions' }).waitFor();
});

inDepth('the palette leads to the turn as well', async () => {
  const { page } = await at('/');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('mussels');
  await page.getByRole('dialog').getByText('Said in conversations').waitFor();
  await page.getByRole('option', { name: /clams and mussels/ }).click();
  await ring(page, 1).waitFor();
  expect(placeOf(page)).toBe(turnOf(short, 1));
});

inDepth('on a phone a hit opens at its turn, and the way back leads to the result', async () => {
  const watched = await at('/?q=walrus', { viewport: phone, hasTouch: true, isMobile: true });
  const { page } = watched;
  await hits(page).first().waitFor();
  await watched.expectAccessible();
  await hit(page, 'Short').tap();
  await ring(page, 1).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  await page.locator('.session-head').getByRole('link', { name: 'Back to the list' }).tap();
  await hits(page).first().waitFor();
});

inDepth('search is switched off and on in the settings, and the list says so', async () => {
  const watched = await at('/settings/search');
  const { page } = watched;
  const enabled = page.getByRole('switch', { name: 'Search in conversations' });
  await page.getByText('Everything is indexed').waitFor();
  watched.provokes(403);
  await enabled.uncheck();
  await page.getByText('Off', { exact: true }).waitFor();
  await page.goto('/?q=walrus');
  await page.getByRole('link', { name: 'Search settings' }).click();
  await page.getByLabel(/Output of each tool/).fill('4');
  await page.getByLabel(/Output of each tool/).blur();
  await enabled.check();
  await page.getByText('Everything is indexed').waitFor();
  await everythingIndexed();
  await page.getByRole('button', { name: 'Build again…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Build again' }).click();
  await page.getByText('The index is being built again').waitFor();
  await everythingIndexed();
  await page.goto('/?q=walrus');
  await expect.poll(() => hits(page).count()).toBe(3);
});
