import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inDepth } from './depth.ts';
import { Firefox } from './firefox.ts';
import { arrives, editingKeys, programKeys } from './program-keys.ts';
import { Service } from './service.ts';
import { addressOf, writeKeyPrinter, writeSessions } from './stores.ts';

let service: Service;
let firefox: Firefox;

beforeAll(async () => {
  firefox = await Firefox.launch();
  service = await Service.start({}, (home) => {
    writeSessions(home, 3);
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
  await firefox.goto(`${service.origin}${addressOf(number)}/terminal`);
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

const terminal = { press: (key: string) => firefox.press(key), printed };

describe('a program in a terminal in Firefox', () => {
  it('gets each key that it uses, Enter as Enter and Shift+Enter as a new line', async () => {
    await running(0);
    await arrives(terminal, { ...programKeys, ...editingKeys });
  });

  inDepth('leaves the page Ctrl+Shift, and nothing of it arrives', async () => {
    await running(1);
    const palette = () => firefox.evaluate(() => document.querySelector('dialog[open] [role=combobox]') !== null);
    await firefox.press('Control+Shift+K');
    await expect.poll(palette).toBe(true);
    await firefox.press('Escape');
    await expect.poll(palette).toBe(false);
    await expect.poll(() => shows('You type here')).toBe(true);
    await arrives(terminal, { x: '78' });
    expect(await printed()).toMatch(/keys, please\s*<78>/);
  });

  inDepth('gets what Ctrl+V pastes, and Ctrl+Shift+V', async () => {
    await running(2);
    await firefox.press('Control+Shift+L');
    await expect.poll(() => shows('Click to type')).toBe(true);
    await firefox.press('/');
    await expect.poll(() => firefox.evaluate(() => document.activeElement?.id)).toBe('filter');
    for (const key of ['a', 'b', 'Control+a', 'Control+c']) await firefox.press(key);
    expect(await pushed('Click to type')).toBe(true);
    await expect.poll(() => shows('You type here')).toBe(true);
    await arrives(terminal, { 'Control+v': '6162', 'Control+Shift+V': '6162' });
  });
});
