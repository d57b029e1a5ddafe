import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { closePages, launch, open } from './browser.ts';
import { inDepth } from './depth.ts';
import { Service } from './service.ts';
import { sessionId, writeConversation } from './stores.ts';
import { codeOf } from './totp.ts';

let service: Service;
let browser: Browser;
const first = 'a first password of the host';
const own = 'a password of my own choosing';

beforeAll(async () => {
  browser = await launch();
  service = await Service.start({ SVC_AUTH_MODE: 'single-user' }, (home) => {
    writeConversation(home, { id: sessionId(1), title: 'Behind the door', folder: 'src', said: ['Hello.', 'Hi.'] });
    return {};
  });
  await service.run(['reset-password', '--stdin'], `${first}\n`);
});

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser.close();
  await service.end();
});

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function enter(password: string, path = '/') {
  const watched = await open(browser, service.origin);
  watched.provokes(401); // a page without a login gets 401
  await watched.page.goto(path);
  await watched.page.waitForURL(/\/login/);
  await signIn(watched.page, password);
  return watched;
}

it('leads to the login, comes back to the address that was asked for, and shows who is signed in', async () => {
  const { page } = await enter(first, '/settings/security');
  await page.waitForURL(/\/settings\/security/);
  await page.getByText('Signed in as admin').waitFor();
  await page.getByText('This browser').waitFor();
});

inDepth('lists in the audit who signed in, which is about no project', async () => {
  const { page } = await enter(first, '/settings/audit');
  await page.getByRole('cell', { name: 'Signed in', exact: true }).first().waitFor();
  expect(await page.getByText('a deleted project').count()).toBe(0);
});

it('changes the password, and says beside the field what is wrong with one', async () => {
  const watched = await enter(first, '/settings/security');
  const { page } = watched;
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password').fill('not this one at all');
  await page.getByLabel('New password', { exact: true }).fill('short');
  await page.getByText('At least 12 characters.', { exact: true }).waitFor();
  await page.getByLabel('New password', { exact: true }).fill(own);
  await page.getByLabel('New password again').fill(own);
  await watched.expectAccessible();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('#password-current-error').waitFor();
  await page.getByLabel('Current password').fill(first);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Password changed').waitFor();
});

it('turns the second factor on with a computed code, signs in with one, and turns it off again', async () => {
  const watched = await enter(own, '/settings/security');
  const { page } = watched;
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  await watched.expectAccessible();
  const secret = ((await page.locator('.command').textContent()) ?? '').replace(/[^A-Z2-7]/g, '');
  await page.getByLabel('Type the code it shows').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.locator('.codes li').first().waitFor();
  const codes = await page.locator('.codes li').allTextContents();
  expect(new Set(codes).size).toBe(10);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(
    readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n'),
  ).toEqual(codes);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '1');
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await expect.poll(() => page.locator('body').getAttribute('data-printed')).toBe('1');
  await watched.expectAccessible();
  await page.getByRole('button', { name: 'I have saved them' }).click();

  const other = await enter(own);
  await other.page.waitForURL(/\/login\/totp/);
  await other.page.locator('input[name=code]').fill(codes[0] ?? '');
  await other.page.getByRole('button').first().click();
  await other.page.getByRole('option', { name: /Behind the door/ }).waitFor();

  await page.reload();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByLabel('Code or password').fill(own);
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('Two-factor sign-in is off').waitFor();
});

inDepth('tells who is signed in of wrong codes, at once and until it is closed', async () => {
  const watched = await enter(own, '/settings/security');
  const { page } = watched;
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  const secret = ((await page.locator('.command').textContent()) ?? '').replace(/[^A-Z2-7]/g, '');
  await page.getByLabel('Type the code it shows').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();

  const guesser = await enter(own);
  await guesser.page.waitForURL(/\/login\/totp/);
  for (let guess = 0; guess < 3; guess++) {
    await guesser.page.locator('input[name=code]').fill(`00000${String(guess)}`);
    const answered = guesser.page.waitForEvent('domcontentloaded');
    await guesser.page.getByRole('button').first().click();
    await answered;
    await guesser.page.getByText('That code is not right').waitFor();
  }

  const warning = page.getByRole('status').filter({ hasText: /3 wrong codes since .*: change it/ });
  await warning.waitFor();
  await watched.expectAccessible();
  await warning.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => warning.count()).toBe(0);
  await page.reload();
  await page.getByText('Signed in as admin').waitFor();
  expect(await warning.count()).toBe(0);
  await service.run(['clear-2fa']);
  await page.waitForURL(/\/login|security/);
});

inDepth('ends another login, whose page asks to sign in and keeps what was typed', async () => {
  const [mine, other] = [await enter(own, '/settings/security'), await enter(own)];
  await other.page.getByRole('option').first().waitFor();
  await other.page.keyboard.press('/');
  await other.page.keyboard.type('behind');
  await mine.page.reload();
  await mine.page.getByRole('button', { name: 'End all others' }).click();
  await mine.page.getByText('Signed out there').waitFor();
  await other.page.getByText('You were signed out').waitFor();
  await other.expectAccessible();
  const [door] = await Promise.all([
    other.page.context().waitForEvent('page'),
    other.page.getByRole('button', { name: 'Sign in' }).click(),
  ]);
  await signIn(door, own);
  await door.getByRole('option').first().waitFor();
  await other.page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => other.page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => other.page.getByRole('searchbox').inputValue()).toBe('behind');
});

inDepth('signs out to the login', async () => {
  const { page } = await enter(own, '/settings/general');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/\/login/);
});
