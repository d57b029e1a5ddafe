import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Firefox } from './firefox.ts';
import { editingKeys, programKeys } from './program-keys.ts';
import { Service } from './service.ts';
import { sessionId, writeConversation, writeKeyPrinter } from './stores.ts';

let service: Service;
let firefox: Firefox;

beforeAll(async () => {
  firefox = await Firefox.launch();
  service = await Service.start({}, (home) => {
    for (let at = 0; at < 3; at++)
      writeConversation(home, {
        id: sessionId(at),
        title: `Session ${String(at)}`,
        folder: 'src/app',
        said: ['Please look.', 'Done.'],
        minutesOld: at + 1,
      });
    return { SVC_ENGINE1_BIN: writeKeyPrinter(home) };
  });
});

afterAll(async () => {
  await firefox.close();
  await service.end();
});

/** Whether the page shows a text, read as a person reads it. */
const shows = (text: string) => firefox.evaluate((wanted) => document.body.innerText.includes(wanted), text);

async function printed(): Promise<string> {
  const text = await firefox.evaluate(() => document.querySelector('.xterm-accessibility-tree')?.textContent ?? '');
  return text.replaceAll('\u00a0', ' ');
}

/** The program that prints keys runs and has the focus. */
async function running(number: number): Promise<void> {
  await firefox.goto(service.origin);
  await firefox.evaluate(() => {
    localStorage.setItem('svc.screen-reader', '1');
  });
  await firefox.goto(`${service.origin}/s/engine_1:${sessionId(number)}/terminal`);
  await expect.poll(() => pushed('Resume')).toBe(true);
  await expect.poll(printed).toContain('keys, please');
  await expect.poll(() => shows('You type here')).toBe(true);
}

/** Pushes a button as soon as there is one of this name. */
const pushed = (name: string) =>
  firefox.evaluate((wanted) => {
    const button = [...document.querySelectorAll('button')].find((one) => one.innerText.trim().startsWith(wanted));
    button?.click();
    return button !== undefined;
  }, name);

/** What arrives for each key, in their order: the next one is pressed when the one before is printed. */
async function arrives(wanted: Record<string, string>): Promise<void> {
  for (const [key, bytes] of Object.entries(wanted)) {
    const before = (await printed()).split(`<${bytes}>`).length;
    await firefox.press(key);
    await expect.poll(async () => (await printed()).split(`<${bytes}>`).length, { message: key }).toBe(before + 1);
  }
}

describe('a program in a terminal in Firefox', () => {
  it('gets each key that it uses, Enter as Enter and Shift+Enter as a new line', async () => {
    await running(0);
    await arrives({ ...programKeys, ...editingKeys });
  });

  it('leaves the page Ctrl+Shift, and nothing of it arrives', async () => {
    await running(1);
    const palette = () => firefox.evaluate(() => document.querySelector('dialog[open] [role=combobox]') !== null);
    await firefox.press('Control+Shift+K');
    await expect.poll(palette).toBe(true);
    await firefox.press('Escape');
    await expect.poll(palette).toBe(false);
    await expect.poll(() => shows('You type here')).toBe(true);
    await arrives({ x: '78' });
    expect(await printed()).toMatch(/keys, please\s*<78>/);
  });

  it('gets what Ctrl+V pastes, and Ctrl+Shift+V', async () => {
    await running(2);
    await firefox.press('Control+Shift+L');
    await expect.poll(() => shows('Click to type')).toBe(true);
    await firefox.press('/');
    await expect.poll(() => firefox.evaluate(() => document.activeElement?.id)).toBe('filter');
    for (const key of ['a', 'b', 'Control+a', 'Control+c']) await firefox.press(key);
    expect(await pushed('Click to type')).toBe(true);
    await expect.poll(() => shows('You type here')).toBe(true);
    await arrives({ 'Control+v': '6162', 'Control+Shift+V': '6162' });
  });
});
