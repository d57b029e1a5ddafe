import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Question } from '../src/protocol/question.ts';
import { makeAsk, mayItEdit, mayItRun, took, writeAsker, type Dialog } from './asker.ts';
import { desktop, hold, open, phone, type Watched } from './browser.ts';
import { inDepth } from './depth.ts';
import { addressOf, writeSessions } from './stores.ts';
import { setStage } from './stage.ts';

const titles = ['Widen the ids', 'Drop the polyfills'];
const finger = { viewport: phone, hasTouch: true, isMobile: true };

const stage = setStage((home) => {
  writeSessions(home, 2, (at) => ({ title: titles[at] ?? '', folder: 'src/ledger' }));
  return { SVC_ENGINE1_BIN: writeAsker(home) };
});

/** Keys that its programs took in earlier tests. */
let before: number[] = [0, 0];
const taken = (number: number) => took(stage.service.home, number).slice(before[number]);

beforeAll(async () => {
  const { page } = await open(stage.browser, stage.service.origin);
  for (const number of [0, 1]) {
    await page.goto(`${addressOf(number)}/terminal`);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('ready').first().waitFor();
  }
  await page.context().close();
});

afterEach(async () => {
  for (const number of [0, 1]) makeAsk(stage.service.home, number);
  await expect.poll(questions).toEqual([]);
  before = [0, 1].map((number) => took(stage.service.home, number).length);
});

async function questions(): Promise<Question[]> {
  const answer = await fetch(`${stage.service.origin}/api/questions`);
  return ((await answer.json()) as { questions: Question[] }).questions;
}

/** Asks, and waits until svc knows. */
async function asks(number: number, dialog: Dialog): Promise<Question> {
  makeAsk(stage.service.home, number, dialog);
  const wanted = () => questions().then((all) => all.find(({ title }) => title === dialog.question));
  await expect.poll(wanted).toBeDefined();
  return (await wanted()) as Question;
}

async function at(path: string, options: object = { viewport: desktop }): Promise<Watched> {
  const watched = await open(stage.browser, stage.service.origin, options);
  await watched.page.goto(path);
  return watched;
}

/** What has just appeared takes no press. */
const steady = (page: Page) => page.locator('.ask-thumb[aria-busy=false]').waitFor();
const card = (page: Page) => page.getByRole('article');
const answer = (page: Page, name: string | RegExp) => card(page).getByRole('button', { name });

/** Presses as a person does: again where the card says that it moved under the finger. */
async function pressed(page: Page, press: () => Promise<void>): Promise<void> {
  do {
    await steady(page);
    await press();
  } while (await page.getByText('The card had only just come').isVisible());
}
const tap = (page: Page, name: string | RegExp) => pressed(page, () => answer(page, name).tap());

describe('with a thumb', () => {
  it('what is asked comes to the page, is allowed once, and the receipt says who did it and that it was taken', async () => {
    const watched = await at('/ask', finger);
    const { page } = watched;
    await page.getByText('No program asks anything.').waitFor();
    await watched.expectAccessible('nothing asked');
    await asks(0, mayItRun);
    await card(page).getByRole('heading', { name: mayItRun.question }).waitFor();
    await card(page).getByText('./ledger migrate --env staging --to 141').waitFor();
    await card(page).getByRole('link', { name: 'Widen the ids' }).waitFor();
    await steady(page);
    await watched.expectAccessible('asked');
    await answer(page, 'Allow once').tap();
    await card(page)
      .getByText(/^Allowed \d\d:\d\d:\d\d by Chrom/)
      .waitFor();
    await card(page)
      .getByText(/^Taken \d\d:\d\d:\d\d$/)
      .waitFor();
    await card(page)
      .getByText(/^Shown \d\d:\d\d:\d\d$/)
      .waitFor();
    expect(taken(0)).toEqual(['1']);
    await watched.expectAccessible('taken');
    await page.getByText('No program asks anything.').waitFor();
    await page.locator('.ask-answered').getByText('Taken').first().waitFor();
    watched.expectQuiet();
  });

  inDepth('the next question comes by itself after that, and never before', async () => {
    await asks(0, mayItRun);
    await asks(1, mayItEdit);
    const { page } = await at('/ask', finger);
    await page.getByText('1 of 2').waitFor();
    await tap(page, 'Deny');
    await card(page)
      .getByText(/^Denied/)
      .waitFor();
    await card(page).getByRole('heading', { name: mayItRun.question }).waitFor();
    await card(page).getByRole('heading', { name: mayItEdit.question }).waitFor();
    expect([taken(0), taken(1)]).toEqual([['3'], []]);
    await page.getByText('1 of 1').waitFor();
  });

  inDepth('what is allowed for good is asked about once more', async () => {
    await asks(0, mayItRun);
    const watched = await at('/ask', finger);
    const { page } = watched;
    await tap(page, 'More');
    await tap(page, /don't ask again for .\/ledger migrate/);
    await card(page).getByRole('heading', { name: 'For good?' }).waitFor();
    await steady(page);
    await watched.expectAccessible('asked once more');
    expect(taken(0)).toEqual([]);
    await answer(page, 'Back').tap();
    await answer(page, /don't ask again/).waitFor();
    await tap(page, /don't ask again/);
    await tap(page, 'Yes, for good');
    await expect.poll(() => taken(0)).toEqual(['2']);
    watched.expectQuiet();
  });

  inDepth('a press on what has just appeared under the finger is none', async () => {
    const { page } = await at('/ask', finger);
    await page.getByText('No program asks anything.').waitFor();
    await page.evaluate(() => {
      const watcher = new MutationObserver(() => {
        const [button] = [...document.querySelectorAll('button')].filter((one) => one.textContent.includes('Allow'));
        if (!button) return;
        watcher.disconnect();
        button.click();
      });
      watcher.observe(document.body, { childList: true, subtree: true });
    });
    await asks(0, mayItRun);
    await page.getByText('The card had only just come').waitFor();
    await steady(page);
    expect(taken(0)).toEqual([]);
    await answer(page, 'Allow once').tap();
    await expect.poll(() => taken(0)).toEqual(['1']);
  });

  inDepth('is said to be seen only once its card is', async () => {
    const [first, second] = [await asks(0, mayItRun), await asks(1, mayItEdit)];
    const { page } = await at('/ask', finger);
    const seen = async () => (await questions()).filter((one) => one.seen_at !== null).map(({ id }) => id);
    await expect.poll(seen).toEqual([first.id]);
    await page.getByRole('button', { name: 'Next question' }).tap();
    await card(page).getByRole('heading', { name: mayItEdit.question }).waitFor();
    await expect.poll(seen).toEqual([first.id, second.id]);
  });
});

describe('somebody else', () => {
  inDepth('answers in the terminal: the card says so within the same moment everywhere', async () => {
    await asks(0, mayItRun);
    const pages = [await at('/ask', finger), await at('/ask')];
    for (const { page } of pages) await answer(page, 'Allow once').waitFor();
    const terminal = await at(`${addressOf(0)}/terminal`);
    await terminal.page.getByText('You type here').waitFor();
    await terminal.page.keyboard.press('1');
    for (const { page } of pages)
      await card(page)
        .getByText(/^Answered in the terminal/)
        .waitFor();
    expect(taken(0)).toEqual(['1']);
  });

  it('is first: the other one is told, and only one answer is typed', async () => {
    await asks(0, mayItRun);
    const [first, second] = [await at('/ask', finger), await at('/ask')];
    for (const { page } of [first, second]) await steady(page);
    const release = await hold(second.page, '**/answer');
    second.provokes(409);
    await answer(second.page, 'Deny').click();
    await answer(first.page, 'Allow once').tap();
    await card(first.page)
      .getByText(/^Taken/)
      .waitFor();
    release();
    await second.page.getByText('Your answer was not sent.').waitFor();
    expect(taken(0)).toEqual(['1']);
  });

  inDepth('another question has come in its place: nothing is sent, and the card is the new one', async () => {
    await asks(0, mayItRun);
    const watched = await at('/ask', finger);
    const { page } = watched;
    await steady(page);
    const release = await hold(page, '**/answer');
    watched.provokes(409);
    await answer(page, 'Allow once').tap();
    await asks(0, mayItEdit);
    release();
    await page.getByText(/Your answer was not sent\.|Nothing was sent; look again\./).waitFor();
    await card(page).getByRole('heading', { name: mayItEdit.question }).waitFor();
    expect(taken(0)).toEqual([]);
  });

  inDepth('takes it back', async () => {
    await asks(0, mayItRun);
    const { page } = await at('/ask', finger);
    await answer(page, 'Allow once').waitFor();
    makeAsk(stage.service.home, 0);
    await card(page)
      .getByText(/^(Withdrawn by the program|Answered in the terminal)/)
      .waitFor();
  });
});

describe('the ways to a card', () => {
  inDepth('beside a terminal it is a panel, by keys alone, and Esc leads back', async () => {
    await asks(0, mayItRun);
    const watched = await at(`${addressOf(0)}/terminal`);
    const { page } = watched;
    await page.getByText('You type here').waitFor();
    await page.locator('.session-head').getByRole('link', { name: 'Answer…' }).waitFor();
    await page.keyboard.press('Alt+a');
    const panel = page.getByRole('complementary', { name: 'Questions' });
    await panel.getByRole('heading', { name: mayItRun.question }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(mayItRun.question);
    await steady(page);
    await watched.expectAccessible();
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('xterm');
    expect(taken(0)).toEqual([]);
    await page.keyboard.press('Alt+a');
    await pressed(page, () => answer(page, 'Deny').press('Enter'));
    await expect.poll(() => taken(0)).toEqual(['3']);
    watched.expectQuiet();
  });

  inDepth('the count in the frame, the start page, the board and a conversation lead there', async () => {
    await asks(0, mayItRun);
    const watched = await at('/');
    const { page } = watched;
    const panel = page.getByRole('complementary', { name: 'Questions' });
    const leadsThere = async (way: ReturnType<Page['getByRole']>) => {
      await way.click();
      await panel.getByRole('heading', { name: mayItRun.question }).waitFor();
      await steady(page);
      await watched.expectAccessible();
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
    };
    const name = `Answer… ${mayItRun.question}`;
    await leadsThere(page.getByRole('link', { name: '1 asks' }));
    await leadsThere(page.getByRole('main').getByRole('link', { name }));
    await page.goto('/board');
    await leadsThere(page.getByRole('listitem').getByRole('link', { name }));
    await page.goto(`${addressOf(0)}/transcript`);
    await leadsThere(page.getByRole('note').getByRole('link', { name }));
    watched.expectQuiet();
  });

  inDepth('an address names a session for whatever it asks, as the tray does', async () => {
    await asks(0, mayItRun);
    await asks(1, mayItEdit);
    const { page } = await at(`/ask/${addressOf(1).slice('/s/'.length)}`);
    await card(page).getByRole('heading', { name: mayItEdit.question }).waitFor();
  });

  inDepth('on a phone the row of the list leads to the page, and so does the tab', async () => {
    await asks(0, mayItRun);
    const watched = await at('/', finger);
    const { page } = watched;
    await page.locator('.row-answer').getByRole('link', { name: 'Answer…' }).waitFor();
    await watched.expectAccessible();
    await page.locator('.row-answer').getByRole('link', { name: 'Answer…' }).tap();
    await card(page).getByRole('heading', { name: mayItRun.question }).waitFor();
    await page.goBack();
    await page.getByRole('navigation').getByRole('link', { name: 'Needs you' }).tap();
    await card(page).getByRole('heading', { name: mayItRun.question }).waitFor();
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways).toBeLessThanOrEqual(0);
    watched.expectQuiet();
  });
});

inDepth('while svc is away nothing can be answered, and afterwards it can', async () => {
  await asks(0, mayItRun);
  const { page } = await at('/ask', finger);
  await steady(page);
  await stage.service.down();
  await page.getByText('Answers are not kept for later').waitFor();
  expect(await answer(page, 'Allow once').isDisabled()).toBe(true);
  await stage.service.up();
  await expect.poll(() => answer(page, 'Allow once').isEnabled()).toBe(true);
  await tap(page, 'Allow once');
  await expect.poll(() => taken(0)).toEqual(['1']);
});
