import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hold, open, phone, swipeDown, type Watched } from './browser.ts';
import { inDepth } from './depth.ts';
import { sessionId, writeSessions, writeStandIn } from './stores.ts';
import { setStage } from './stage.ts';

const sid = (number: number) => `engine_1:${sessionId(number)}`;

const stage = setStage((home) => {
  writeSessions(home, 15);
  return { SVC_ENGINE1_BIN: writeStandIn(home) };
});

/** What the terminal shows, read from the mirror that it keeps for screen readers. */
const screen = (page: Page) => page.locator('.xterm-accessibility-tree');

async function watching(options = {}): Promise<Watched> {
  const watched = await open(stage.browser, stage.service.origin, options);
  await watched.page.addInitScript(() => {
    localStorage.setItem('svc.screen-reader', '1');
  });
  return watched;
}

async function resumed(number: number, options = {}): Promise<Watched> {
  const watched = await watching(options);
  await watched.page.goto(`/s/${sid(number)}/terminal`);
  await watched.page.getByRole('button', { name: 'Resume' }).click();
  await says(watched.page, 'stand-in ready');
  return watched;
}

async function says(page: Page, text: string): Promise<void> {
  await expect.poll(async () => (await screen(page).textContent()) ?? '').toContain(text);
}

async function timesSaid(page: Page, text: string): Promise<number> {
  return ((await screen(page).textContent()) ?? '').split(text).length - 1;
}

async function type(page: Page, text: string): Promise<void> {
  await page.locator('.xterm-helper-textarea').focus();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

describe('a terminal', () => {
  it('starts nothing by looking, resumes on request, and takes what is typed', async () => {
    const watched = await watching();
    const { page } = watched;
    await page.goto(`/s/${sid(0)}`);
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    const live = await page.evaluate(
      async () => ((await (await fetch('/api/sessions?live=1')).json()) as { total: number }).total,
    );
    expect(live).toBe(0);
    await page.getByRole('tab', { name: 'Terminal' }).click();
    await watched.expectAccessible();
    await page.getByRole('button', { name: 'Resume' }).click();
    await says(page, 'stand-in ready');
    await page.getByText('You type here').waitFor();
    await type(page, 'good morning');
    await says(page, 'you said good morning');
    await watched.expectAccessible();
    watched.expectQuiet();
  });

  inDepth(
    'has the keys from the press of Resume, so that nothing typed is taken for a command of the page',
    async () => {
      const { page } = await resumed(9);
      await page.keyboard.type('see');
      await page.keyboard.press('Enter');
      await says(page, 'you said see');
      const row = await page.evaluate(
        async (id) => (await (await fetch(`/api/sessions/${id}`)).json()) as { archived: boolean; sticky: boolean },
        sid(9),
      );
      expect([row.archived, row.sticky]).toEqual([false, false]);
    },
  );

  it('keeps its screen over a restart of the server and misses nothing', async () => {
    const { page } = await resumed(1);
    await type(page, 'before');
    await says(page, 'you said before');
    await stage.service.down();
    await page.getByText('Connection lost').first().waitFor();
    expect(await screen(page).textContent()).toContain('you said before');
    await stage.service.up();
    await page.getByText('You type here').waitFor();
    await type(page, 'after');
    await says(page, 'you said after');
    await expect.poll(() => timesSaid(page, 'you said before')).toBe(1);
  });

  it('has one writer: the other tab watches, takes over, and the first hears of it', async () => {
    const [first, second] = [await resumed(2), await watching()];
    await second.page.goto(`/s/${sid(2)}`);
    await second.page.getByText('Watching.').waitFor();
    await second.expectAccessible();
    await type(second.page, 'not mine');
    await second.page.getByRole('button', { name: 'Take over' }).click();
    await second.page.getByText('You type here').waitFor();
    await first.page.getByText('You are watching.').waitFor();
    await type(second.page, 'mine now');
    await says(first.page, 'you said mine now');
    expect(await screen(first.page).textContent()).not.toContain('not mine');
    await first.page.getByRole('button', { name: 'Take back' }).click();
    await first.page.getByText('You type here').waitFor();
  });

  inDepth('shows who watches from a lower window the rows that the program writes to', async () => {
    const first = await resumed(14);
    await type(first.page, 'many');
    await says(first.page, 'you said many');
    const { page } = await watching({ viewport: { width: 1440, height: 420 } });
    await page.goto(`/s/${sid(14)}`);
    await page.getByText('Watching.').waitFor();
    await says(page, 'you said many');
    const inside = (text: string) =>
      page.evaluate((said) => {
        const pane = document.querySelector('.terminal-host')?.getBoundingClientRect();
        const rows = [...document.querySelectorAll('.xterm-rows > div')];
        const row = rows.find((one) => one.textContent.includes(said))?.getBoundingClientRect();
        return pane && row && row.top >= pane.top && row.bottom <= pane.bottom;
      }, text);
    await expect.poll(() => inside('you said many')).toBe(true);
    await first.page.getByText('You type here').waitFor();
    await type(first.page, 'more');
    await expect.poll(() => inside('you said more')).toBe(true);
  });

  inDepth('is handed from tab to tab of one browser, and each says that it was another tab', async () => {
    const first = await resumed(13);
    const second = await first.page.context().newPage();
    await second.goto(`/s/${sid(13)}`);
    await second.getByText('Watching. Another tab types here.').waitFor();
    await second.getByRole('button', { name: 'Take over' }).click();
    await second.getByText('You type here').waitFor();
    await first.page.getByText('Another tab took over. You are watching.').waitFor();
    await first.page.getByRole('button', { name: 'Dismiss' }).click();
    await first.page.getByText('Watching. Another tab types here.').waitFor();
  });

  inDepth('shows how the program ended and resumes only when asked', async () => {
    const { page } = await resumed(3);
    await type(page, 'bye');
    await page.getByText('The program ended with code 3').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('You type here').waitFor();
  });

  it('types a paste without what could press keys, and a file as its path', async () => {
    const { page } = await resumed(4);
    const paste = (fill: { text?: string; file?: string }) =>
      page.locator('.xterm-helper-textarea').evaluate((target, { text, file }) => {
        const data = new DataTransfer();
        if (text) data.setData('text/plain', text);
        if (file) data.items.add(new File(['content'], file, { type: 'text/plain' }));
        target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      }, fill);
    await paste({ text: 'one\u0003two\n' });
    await says(page, 'you said onetwo');
    await paste({ file: 'a note.txt' });
    await page.getByText('its path is typed').waitFor();
    await expect.poll(async () => (await screen(page).textContent()) ?? '').toMatch(/uploads\/.*note/);
    const path =
      /\/\S*uploads\/[\w.-]+/.exec(((await screen(page).textContent()) ?? '').replaceAll('\u00a0', ' '))?.[0] ?? '';
    expect(readFileSync(path, 'utf8')).toBe('content');
  });

  inDepth('finds, jumps to the bottom, and switches between two sessions without losing either screen', async () => {
    const { page } = await resumed(5);
    await type(page, 'many');
    await says(page, '400');
    await page.keyboard.press('Control+Shift+F');
    await page.getByRole('searchbox', { name: 'Find' }).fill('123');
    await page.getByText('1 of 1').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Jump to the bottom' }).click();
    await page.goto(`/s/${sid(6)}/terminal`);
    await page.getByRole('button', { name: 'Resume' }).click();
    await says(page, 'stand-in ready');
    await page.getByRole('option', { name: /Session 5/ }).click();
    await says(page, '400');
    await page.getByRole('option', { name: /Session 6/ }).click();
    await says(page, 'stand-in ready');
  });

  inDepth('on a phone has a field to write in and the keys that its keyboard lacks', async () => {
    const watched = await resumed(7, { viewport: phone, hasTouch: true, isMobile: true });
    const { page } = watched;
    await page.getByLabel('Type here, send with the arrow').fill('from the phone');
    await page.getByRole('button', { name: 'Send' }).tap();
    await says(page, 'you said from the phone');
    await page.getByRole('button', { name: '^C' }).tap();
    await page.getByText(/The program (was )?ended/).waitFor();
    await watched.expectAccessible();
  });
});

describe('fingers', () => {
  const finger = { viewport: phone, hasTouch: true, isMobile: true };

  inDepth.each([1, 2])('%i of them scroll the terminal, type nothing and open no keyboard', async (fingers) => {
    const { page } = await resumed(10 + fingers, finger);
    await page.getByLabel('Type here, send with the arrow').fill('many');
    await page.getByRole('button', { name: 'Send' }).tap();
    await says(page, 'you said many');
    await page.locator('body').evaluate(() => {
      (document.activeElement as HTMLElement).blur();
    });
    const toBottom = page.getByRole('button', { name: 'Jump to the bottom' });
    await toBottom.waitFor({ state: 'detached' });
    await swipeDown(page, '.xterm-screen', fingers);
    await toBottom.waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    await toBottom.tap();
    await toBottom.waitFor({ state: 'detached' });
    await page.getByLabel('Type here, send with the arrow').fill('nothing more');
    await page.getByRole('button', { name: 'Send' }).tap();
    await says(page, 'you said nothing more');
    await expect.poll(() => timesSaid(page, 'you said')).toBe(2);
  });
});

describe('a new session', () => {
  it('starts only at the press of Start, in the folder and project that were chosen', async () => {
    const watched = await watching();
    const { page } = watched;
    await page.goto('/settings/projects');
    await page.getByRole('button', { name: 'New project' }).click();
    await page.getByLabel('Name').fill('gateway');
    await page.getByLabel('Folders').fill(join(stage.service.home, 'src/app'));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('gateway').first().waitFor();
    await page.goto('/');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('n');
    await page.getByLabel('Folder').fill(join(stage.service.home, 'src/app'));
    await page.keyboard.press('Escape');
    await watched.expectAccessible();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Start session' }).click();
    await says(page, `stand-in ready in ${join(stage.service.home, 'src/app')}`);
    await page.locator('.session-head .project').getByText('gateway').waitFor();
    watched.expectQuiet();
  });

  inDepth('has the focus in the folder, and writes none into it once somebody has typed there', async () => {
    const { page } = await watching();
    const answer = await hold(page, '**/api/folders');
    await page.goto('/');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('n');
    const field = page.getByRole('combobox', { name: 'Folder' });
    await page.locator('input:focus[role=combobox]').waitFor();
    await page.keyboard.type('/');
    answer();
    await page.getByRole('listbox', { name: 'Folder' }).waitFor();
    expect(await field.inputValue()).toBe('/');
  });

  inDepth('proposes a folder that gives way to what is typed, although it came late', async () => {
    const { page } = await watching();
    const answer = await hold(page, '**/api/folders');
    await page.goto('/');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('n');
    const field = page.getByRole('combobox', { name: 'Folder' });
    await page.locator('input:focus[role=combobox]').waitFor();
    answer();
    await expect.poll(() => field.inputValue()).not.toBe('');
    await page.keyboard.type('/elsewhere');
    expect(await field.inputValue()).toBe('/elsewhere');
  });

  inDepth('says why a session could not be started', async () => {
    const { page } = await watching();
    await page.goto('/');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('n');
    await page.getByLabel('Folder').fill('relative');
    await page.getByText('Write the whole path').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Start session' }).isDisabled()).toBe(true);
    await page.getByLabel('Folder').fill(join(stage.service.home, 'no-such-folder'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Start session' }).click();
    await page.getByText('The session cannot be opened').waitFor();
  });
});

it('hostile output does nothing', async () => {
  const program = join(stage.service.home, 'hostile');
  writeFileSync(
    program,
    [
      "printf '\\033]52;c;aGVsbG8=\\007'",
      "printf '\\033]52;c;?\\007'",
      "printf '\\033]0;<img src=x>\\007\\033[21t\\033[c\\033[6n'",
      "echo 'javascript:alert(1) done'",
    ].join('\n'),
  );
  const { page } = await resumed(8);
  await page.evaluate(() => {
    Object.assign(window, { alert: () => document.body.setAttribute('data-hit', '1') });
  });
  await type(page, readFileSync(program, 'utf8').split('\n').join(';'));
  await says(page, 'you said');
  expect(await page.locator('body').getAttribute('data-hit')).toBeNull();
});
