import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { heard, makeAsk, mayItRun, writeAsker } from './asker.ts';
import { notice, open, phone, type Watched } from './browser.ts';
import { inDepth } from './depth.ts';
import { addRecords, addressOf, called, replaced, sessionId, wrote, writeConversation, type Told } from './stores.ts';
import { setStage } from './stage.ts';

const finger = { viewport: phone, hasTouch: true, isMobile: true };
const told = (number: number, title: string, folder: string): Told => ({
  id: sessionId(number),
  title,
  folder,
  said: ['Fix the race.', 'I look.'],
  minutesOld: 60 + number,
});

const claims = {
  before: [
    'import { sql } from "./sql";',
    '',
    '/** Takes one due attempt, or none. */',
    'export async function claimAttempt(db, worker) {',
    "  const due = await db.one(sql`SELECT id FROM attempts WHERE status = 'due'`);",
    '  return due;',
    '}',
    '',
    'export const limit = 1;',
    '',
  ].join('\n'),
  get middle() {
    return this.before.replace('db.one(sql', 'db.maybeOne(sql');
  },
  get after() {
    return this.middle.replace('limit = 1', 'limit = 20');
  },
};

const hostile = {
  path: 'evil<b>.ts',
  content: [
    'const safe = "user\u202E\u2066// admin\u2069\u2066";',
    '<img src=x onerror="document.body.dataset.hit=1"> <script>alert(1)</script>',
    `const long = "${'x'.repeat(3_000)}";`,
    '/* never ends \' " `${',
    '',
  ].join('\n'),
};

const many = 5_000;
const line = (at: number, how: string) =>
  `  const total${String(at)} = ${how}(order.lines[${String(at)}], "EUR"); // line ${String(at)}`;
const text = (how: string) => Array.from({ length: many }, (_, at) => line(at, at % 2 ? how : 'sum')).join('\n') + '\n';

const stage = setStage((home) => {
  const folder = (name: string) => join(home, 'src', name);
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...words], { cwd: folder('app') });
  const keep = (at: string, content: string) => {
    mkdirSync(join(at, '..'), { recursive: true });
    writeFileSync(at, content);
  };

  const app = told(0, 'Fix race in checkout', 'src/app');
  writeConversation(home, app);
  const [claim, test] = [join(folder('app'), 'src/queue/claim.ts'), join(folder('app'), 'test/queue/claim.test.ts')];
  keep(claim, claims.before);
  keep(join(folder('app'), 'package-lock.json'), '{}\n');
  git('init', '-q', '-b', 'fix/checkout-claim');
  git('add', '.');
  git('commit', '-q', '-m', 'Begin');
  keep(claim, claims.after);
  keep(test, "it('claims once', () => {});\n");
  keep(join(folder('app'), 'package-lock.json'), '{"a": 1}\n');
  addRecords(home, app, [
    ...replaced('a', claim, claims.before, 'db.one(sql', 'db.maybeOne(sql'),
    ...replaced('b', claim, claims.middle, 'limit = 1', 'limit = 20'),
    ...wrote('c', test, "it('claims once', () => {});\n"),
    ...called('d', 'Bash', { command: 'sed -i s/old/new/ README.md', description: 'Rename' }),
  ]);

  const large = told(1, 'Large', 'src/large');
  writeConversation(home, large);
  const totals = join(folder('large'), 'totals.ts');
  addRecords(home, large, replaced('a', totals, text('add'), text('add'), text('subtract')));

  const evil = told(2, 'Hostile', 'src/evil');
  writeConversation(home, evil);
  addRecords(home, evil, wrote('a', join(folder('evil'), hostile.path), hostile.content));

  writeConversation(home, told(3, 'Nothing', 'src/none'));

  const grows = told(4, 'Grows', 'src/grows');
  writeConversation(home, grows);
  addRecords(home, grows, wrote('a', join(folder('grows'), 'one.ts'), 'export const one = 1;\n'));

  for (const number of [5, 6]) {
    const talks = told(number, `Talks ${String(number)}`, 'src/talks');
    writeConversation(home, talks);
    addRecords(home, talks, wrote('a', join(folder('talks'), 'one.ts'), 'export const one = 1;\n'));
  }
  return { SVC_ENGINE1_BIN: writeAsker(home) };
});

afterEach(() => {
  makeAsk(stage.service.home, 5);
});

const diffs = (page: Page) => page.getByRole('group', { name: 'Changes, line by line' });

async function changes(number: number, options: BrowserContextOptions = {}): Promise<Watched> {
  const watched = await open(stage.browser, stage.service.origin, options);
  await watched.page.goto(`${addressOf(number)}/changes`);
  return watched;
}

async function reading(number: number, options: BrowserContextOptions = {}): Promise<Watched> {
  const watched = await changes(number, options);
  await watched.page.locator('.diff-item.is-line, .diff-item.is-pair').first().waitFor();
  return watched;
}

const focused = (page: Page) => expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('diffs');

describe('what a session changed', () => {
  inDepth('is counted on its tab before anybody looks, without being fetched', async () => {
    const watched = await open(stage.browser, stage.service.origin);
    const { page } = watched;
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/') && pathname.endsWith('/changes')) asked.push(search);
    });
    await page.goto(`${addressOf(0)}/transcript`);
    await page.getByRole('tab', { name: 'Changes 2' }).waitFor();
    expect(asked).toEqual(['?count=1']);
    await page.getByRole('tab', { name: 'Changes 2' }).click();
    await page.locator('.diff-item.is-line, .diff-item.is-pair').first().waitFor();
    expect(asked.slice(0, 2)).toEqual(['?count=1', '']);
    watched.expectQuiet();
  });

  it('is a tree of files and their diffs, with the turn of each hunk and the changed words', async () => {
    const watched = await reading(0);
    const { page } = watched;
    await page.getByRole('tab', { name: 'Changes 2' }).waitFor();
    expect(await page.getByRole('treeitem').evaluateAll((lines) => lines.map((one) => one.textContent.trim()))).toEqual(
      [
        'src/queue',
        expect.stringMatching(/claim\.ts.*\+2.*−2/s),
        'test/queue',
        expect.stringMatching(/claim\.test\.ts.*\+1/s),
      ],
    );
    await page.getByText('2 files').waitFor();
    await expect.poll(() => page.locator('.add .is-changed').allTextContents()).toEqual(['maybeOne', '20']);
    await expect.poll(() => page.locator('.del .is-changed').allTextContents()).toEqual(['one', '1']);
    await expect.poll(() => page.locator('.ink-keyword', { hasText: 'async' }).count()).toBeGreaterThan(0);
    await page.getByText('Changed outside this session:').waitFor();
    await page.locator('.tree-foot', { hasText: 'package-lock.json' }).waitFor();
    await page.getByText('fix/checkout-claim').first().waitFor();
    await watched.expectAccessible();
    watched.expectQuiet();
  });

  inDepth('says which commands may have written, and which turn ran them', async () => {
    const { page } = await reading(0);
    await diffs(page).evaluate((pane) => {
      pane.scrollTo(0, pane.scrollHeight);
    });
    await page.getByText('1 command may have written files').waitFor();
    const command = page.locator('.diff-command', { hasText: 'sed -i s/old/new/ README.md' });
    await command.getByRole('link', { name: /^Turn \d+/ }).waitFor();
  });

  inDepth('leads to the turn that made a change, and back to where it was read', async () => {
    const { page } = await reading(0);
    const hunk = page.getByRole('link', { name: /^Turn / }).first();
    const number = Number(/\d+/.exec((await hunk.textContent()) ?? '')?.[0]);
    await hunk.click();
    await page.locator(`#turn-${String(number - 1)}.is-current`, { hasText: 'maybeOne' }).waitFor();
    await page.goBack();
    await page.locator('.diff-item.is-pair').first().waitFor();
  });

  inDepth('is as git says it where somebody wants that, and back', async () => {
    const watched = await reading(0);
    const { page } = watched;
    await page.getByRole('button', { name: 'By this session' }).click();
    await page.getByRole('menuitemcheckbox', { name: /^Uncommitted/ }).click();
    await page.getByText('3 files').waitFor();
    await page.getByRole('treeitem', { name: /package-lock\.json/ }).waitFor();
    await watched.expectAccessible();
    watched.expectQuiet();
  });

  inDepth('is nothing, and says so; where git knows nothing, git says why', async () => {
    const watched = await changes(3);
    const { page } = watched;
    await page.getByRole('heading', { name: 'This session has changed no files.' }).waitFor();
    await watched.expectAccessible();
    await page.getByRole('button', { name: 'By this session' }).click();
    await page.getByRole('menuitemcheckbox', { name: /^Uncommitted/ }).click();
    await page.getByRole('heading', { name: 'Git cannot say it.' }).waitFor();
    await watched.expectAccessible();
    await page.getByRole('button', { name: 'Show what this session changed' }).click();
    await page.getByRole('heading', { name: 'This session has changed no files.' }).waitFor();
    watched.expectQuiet();
  });

  inDepth('that cannot be read says why, and is tried again', async () => {
    const watched = await open(stage.browser, stage.service.origin);
    const { page } = watched;
    watched.provokes(422);
    let refuses = true;
    await page.route('**/api/sessions/*/changes', (route) =>
      refuses
        ? route.fulfill({
            status: 422,
            contentType: 'application/problem+json',
            body: JSON.stringify({ title: '', status: 422, code: 'unreadable', detail: 'The log cannot be read now.' }),
          })
        : route.continue(),
    );
    await page.goto(`${addressOf(0)}/changes`);
    await page.getByRole('alert').getByText('The log cannot be read now.').waitFor();
    refuses = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.diff-item.is-pair').first().waitFor();
    watched.expectQuiet();
  });

  it('runs nothing that stands in it, hides nothing, and cuts what is too long until it is wanted', async () => {
    const watched = await reading(2);
    const { page } = watched;
    await page.getByRole('heading', { name: hostile.path }).waitFor();
    await page.getByText('<img src=x onerror').waitFor();
    expect(await page.locator('.diffs img, .diffs script').count()).toBe(0);
    const whole = (await diffs(page).textContent()) ?? '';
    expect(whole).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    const cut = page.locator('.diff-cut');
    const long = page.locator('.diff-c', { hasText: 'const long' });
    const length = async () => ((await long.textContent()) ?? '').length;
    expect(await length()).toBeLessThan(700);
    await cut.click();
    await expect.poll(length).toBeGreaterThan(3_000);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(await page.locator('body').getAttribute('data-hit')).toBeNull();
    await watched.expectAccessible();
    watched.expectQuiet();
  });

  inDepth('that comes while it is read waits until somebody wants it', async () => {
    const { page } = await reading(4);
    const folder = join(stage.service.home, 'src', 'grows');
    addRecords(
      stage.service.home,
      told(4, 'Grows', 'src/grows'),
      wrote('z', join(folder, 'a-two.ts'), 'const two = 2;\n'),
    );
    await page.getByText('1 new change').waitFor();
    expect(await page.getByRole('treeitem', { name: /a-two/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('treeitem', { name: /a-two/ }).waitFor();
    await page.getByRole('tab', { name: 'Changes 2' }).waitFor();
  });
});

describe('the keys', () => {
  inDepth('go from change to change, to the turn, and mark a file as viewed', async () => {
    const watched = await reading(0);
    const { page } = watched;
    await focused(page);
    const here = () => page.locator('.diff-c.is-marked').allTextContents();
    await page.keyboard.press('.');
    await expect.poll(async () => (await here()).join()).toContain('maybeOne');
    await page.keyboard.press('.');
    await expect.poll(async () => (await here()).join()).toContain('limit = 20');
    await page.keyboard.press(',');
    await expect.poll(async () => (await here()).join()).toContain('maybeOne');
    await page.keyboard.press('x');
    await page.getByRole('treeitem', { name: /claim\.ts.*Viewed/ }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Unfold src/queue/claim.ts' }).count()).toBe(1);
    await page.reload();
    await page.getByRole('button', { name: 'Unfold src/queue/claim.ts' }).waitFor();
    await page.getByRole('checkbox', { name: 'Viewed' }).first().uncheck();
    await diffs(page).focus();
    await page.keyboard.press('.');
    await page.keyboard.press('t');
    await page.locator('article.is-current', { hasText: 'maybeOne' }).waitFor();
    watched.expectQuiet();
  });

  inDepth('go through the tree, and fold its folders', async () => {
    const { page } = await reading(0);
    const at = (name: RegExp) => page.getByRole('treeitem', { name });
    await at(/claim\.ts/)
      .first()
      .focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => at(/^src\/queue/).getAttribute('aria-expanded')).toBe('false');
    expect(await page.getByRole('treeitem').count()).toBe(3);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect.poll(() => at(/claim\.test\.ts/).getAttribute('aria-selected')).toBe('true');
  });

  inDepth('show lines side by side or one below the other, and this browser remembers it', async () => {
    const { page } = await reading(0);
    await page.locator('.is-pair').first().waitFor();
    await page.keyboard.press('d');
    await page.locator('.is-line').first().waitFor();
    await page.reload();
    await page.locator('.is-line').first().waitFor();
    await page.getByText('Side by side').click();
    await page.locator('.is-pair').first().waitFor();
  });
});

describe('comments', () => {
  const box = (page: Page) => page.getByRole('textbox', { name: 'Comment' });

  async function comment(page: Page, words: string): Promise<void> {
    await page.keyboard.press('.');
    await page.keyboard.press('c');
    await box(page).fill(words);
    await page.keyboard.press('Control+Enter');
    await box(page).waitFor({ state: 'detached' });
  }

  inDepth('are kept until they are sent, also half written ones', async () => {
    const watched = await reading(0);
    const { page } = watched;
    await focused(page);
    await comment(page, 'Why maybeOne?');
    await page.keyboard.press('.');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('c');
    await box(page).fill('Half a thou');
    await watched.expectAccessible();
    await page.reload();
    await page.getByRole('button', { name: 'Send 2 comments' }).waitFor();
    await page.getByText('Half a thou').waitFor();
    await page.getByText('Comment on lines').waitFor();
    await page.getByRole('treeitem', { name: /claim\.ts.*2 comments that are not sent/ }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).first().click();
    await page.getByRole('button', { name: 'Send 1 comment' }).waitFor();
    watched.expectQuiet();
  });

  inDepth('begin with a click on the number of a line, or with several that are marked', async () => {
    const { page } = await reading(0);
    const number = (n: number) =>
      page.locator('.is-pair').getByRole('button', { name: `Comment on line ${String(n)}` });
    await number(3).last().click();
    await page.getByText('To line 3, as a message to the session').waitFor();
    await page.keyboard.press('Escape');
    const from = await number(3).last().boundingBox();
    const to = await number(4).last().boundingBox();
    await page.mouse.move((from?.x ?? 0) + 5, (from?.y ?? 0) + 5);
    await page.mouse.down();
    await page.mouse.move((to?.x ?? 0) + 5, (to?.y ?? 0) + 5, { steps: 4 });
    await page.mouse.up();
    await page.getByText('To lines 3 to 4, as a message to the session').waitFor();
  });

  it('go to the session as one message, shown before it is sent, once its program runs', async () => {
    const watched = await reading(5);
    const { page } = watched;
    await focused(page);
    await comment(page, 'Why one?');
    await page.getByRole('button', { name: 'Send 1 comment' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The program does not run.').waitFor();
    await watched.expectAccessible();
    await dialog.getByRole('button', { name: 'Resume' }).click();
    await dialog.getByRole('button', { name: 'Send', exact: true }).waitFor();
    const message = dialog.getByRole('textbox', { name: 'Message' });
    expect(await message.inputValue()).toBe(
      'A comment on your changes:\n\none.ts, line 1:\n> export const one = 1;\nWhy one?',
    );
    await message.fill(`${await message.inputValue()}\nAnswer in one word.`);
    await expect.poll(() => dialog.getByRole('button', { name: 'Send', exact: true }).isEnabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await notice(page, '1 comment sent');
    await expect
      .poll(() => heard(stage.service.home, 5))
      .toBe(
        '\u001b[200~A comment on your changes:\r\rone.ts, line 1:\r> export const one = 1;\rWhy one?\rAnswer in one word.\u001b[201~\r',
      );
    await expect.poll(() => page.getByRole('button', { name: /^Send \d/ }).count()).toBe(0);
    await page.getByText(/^Sent \d\d:\d\d/).waitFor();
    watched.expectQuiet();
  });

  inDepth('are not sent while the program asks something, and stay', async () => {
    const watched = await reading(6);
    const { page } = watched;
    await focused(page);
    await comment(page, 'Why two?');
    await page.getByRole('button', { name: 'Send 1 comment' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Resume' }).click();
    await dialog.getByRole('button', { name: 'Send', exact: true }).waitFor();
    makeAsk(stage.service.home, 6, mayItRun);
    await dialog.getByText('Not sent: the program asks something').waitFor();
    expect(await dialog.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    await watched.expectAccessible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Send 1 comment' }).waitFor();
    expect(heard(stage.service.home, 6)).toBe('');
    makeAsk(stage.service.home, 6);
    watched.expectQuiet();
  });
});

describe('five thousand lines', () => {
  inDepth('are all there to be scrolled through, and few of them are drawn', async () => {
    const watched = await reading(1);
    const { page } = watched;
    await page.getByText('1 file', { exact: true }).waitFor();
    const drawn = () => page.locator('.diff-item').count();
    expect(await drawn()).toBeLessThan(120);
    await diffs(page).evaluate((pane) => {
      pane.scrollTo(0, pane.scrollHeight);
    });
    await page.getByText('// line 4999').first().waitFor();
    await expect.poll(() => page.locator('.add .is-changed').last().textContent()).toBe('subtract');
    expect(await drawn()).toBeLessThan(120);
    watched.expectQuiet();
  });
});

describe('on a phone', () => {
  inDepth('stands one line below the other, with the files behind a button, and no wider than the window', async () => {
    const watched = await reading(0, finger);
    const { page } = watched;
    expect(await page.locator('.is-pair').count()).toBe(0);
    await watched.expectAccessible();
    await page.getByRole('button', { name: '2 files' }).tap();
    await page.getByRole('treeitem', { name: /claim\.test\.ts/ }).tap();
    await page.getByRole('tree').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'test/queue/claim.test.ts' }).waitFor();
    await page.locator('.diff-n').first().tap();
    await page.getByRole('textbox', { name: 'Comment' }).fill('From the bus.');
    await page.getByRole('button', { name: 'Add comment' }).tap();
    await page.getByRole('button', { name: 'Send 1 comment' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await watched.expectAccessible();
    watched.expectQuiet();
  });

  inDepth('is reached through the menu of the session', async () => {
    const { page } = await open(stage.browser, stage.service.origin, finger);
    await page.goto(`${addressOf(0)}/transcript`);
    await page.locator('.session-head').getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: 'Changes' }).tap();
    await page.locator('.is-line').first().waitFor();
  });
});

inDepth('speaks German where that is chosen', async () => {
  const watched = await reading(0, { locale: 'de-DE' });
  const { page } = watched;
  await page.getByRole('tab', { name: 'Änderungen 2' }).waitFor();
  await page.getByText('2 Dateien').waitFor();
  await page
    .getByRole('link', { name: /^Beitrag / })
    .first()
    .waitFor();
  await watched.expectAccessible();
  watched.expectQuiet();
});
