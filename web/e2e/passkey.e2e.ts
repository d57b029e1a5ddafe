import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { closePages, launch, open, phone, type Watched } from './browser.ts';
import { inDepth } from './depth.ts';
import { Service } from './service.ts';
import { writeStandIn } from './stores.ts';
import { codeOf } from './totp.ts';

let service: Service;
let browser: Browser;
const password = 'a password of the host';

beforeAll(async () => {
  browser = await launch();
  service = await Service.start({ SVC_AUTH_MODE: 'single-user', SVC_ORIGIN: 'http://localhost:{port}' }, (home) => ({
    SVC_ENGINE1_BIN: writeStandIn(home),
  }));
  await service.run(['reset-password', '--stdin'], `${password}\n`);
});

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser.close();
  await service.end();
});

/** Passkeys belong to a name: the page is opened under the one that the service was set up for. */
const origin = () => service.origin.replace('127.0.0.1', 'localhost');

/** An authenticator that belongs to this page, and makes sure who is there without asking. */
async function giveAuthenticator(page: Page): Promise<void> {
  const browserOf = await page.context().newCDPSession(page);
  await browserOf.send('WebAuthn.enable');
  await browserOf.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signIn(page: Page): Promise<void> {
  await page.locator('input[name=username]').fill('admin');
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
}

async function enter(at: string, options: Parameters<typeof open>[2] = {}): Promise<Watched> {
  const watched = await open(browser, at, options);
  watched.provokes(401); // a page without a login gets 401
  await watched.page.goto('/settings/security');
  await watched.page.waitForURL(/\/login/);
  await signIn(watched.page);
  await watched.page.waitForURL(/\/settings\/security/);
  return watched;
}

const section = (page: Page) => page.locator('section', { has: page.getByRole('heading', { name: 'Passkeys' }) });

async function add(page: Page, name: string): Promise<void> {
  await section(page).getByRole('button', { name: 'Add a passkey…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await section(page).getByText(name, { exact: true }).waitFor();
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/settings/general');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/\/login/);
}

const offer = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

it('one is added, signs in without password and code, is ended, and signs in no more', async () => {
  const watched = await enter(origin());
  const { page } = watched;
  await section(page).getByText('There is no passkey.').waitFor();
  await giveAuthenticator(page);
  await section(page).getByRole('button', { name: 'Add a passkey…' }).click();
  await page.getByRole('dialog', { name: 'Add a passkey' }).waitFor();
  await watched.expectAccessible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await add(page, 'my phone');
  await section(page).getByText('never used').waitFor();
  await watched.expectAccessible();

  await signOut(page);
  await page.goto('/login?next=%2Fsettings%2Fsecurity');
  await offer(page).waitFor();
  await watched.expectAccessible();
  await offer(page).click();
  await page.waitForURL(/\/settings\/security/);
  await section(page).getByText('used this minute').waitFor();

  await signOut(page);
  const other = await enter(origin());
  await section(other.page).getByRole('button', { name: 'End my phone' }).click();
  await section(other.page).getByText('There is no passkey.').waitFor();
  await offer(page).click();
  await page.getByText('This passkey was not accepted').waitFor();
  await watched.expectAccessible();
  expect(page.url()).toContain('/login');
  await page.reload();
  await page.getByText('Forgotten it?').waitFor();
  expect(await offer(page).count()).toBe(0);
  await signIn(page);
  await page.getByText('Signed in as admin').or(page.getByRole('searchbox')).first().waitFor();
});

inDepth('whoever signed in long ago is asked once more, and then goes on where it stopped', async () => {
  const watched = await enter(origin());
  const { page } = watched;
  await giveAuthenticator(page);
  let asked = 0;
  await page.route('**/api/passkeys/options', async (route) => {
    if (asked++ > 0) return route.continue();
    return route.fulfill({ status: 401, json: { title: 'x', status: 401, detail: 'x', code: 'proof_required' } });
  });
  await section(page).getByRole('button', { name: 'Add a passkey…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('laptop');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByLabel('Code or password').fill('not this one');
  await proof.getByRole('button', { name: 'Confirm that it is you' }).click();
  await proof.getByText('That is not right.').waitFor();
  await watched.expectAccessible();
  await proof.getByLabel('Code or password').fill(password);
  await proof.getByRole('button', { name: 'Confirm that it is you' }).click();
  await section(page).getByText('laptop', { exact: true }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);

  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = ((await page.locator('.command').textContent()) ?? '').replace(/[^A-Z2-7]/g, '');
  await page.getByLabel('Type the code it shows').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await signOut(page);
  await offer(page).click();
  await page.waitForURL((url) => url.pathname === '/');

  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('Two-factor sign-in is off').waitFor();
  await section(page).getByRole('button', { name: 'End laptop' }).click();
  await section(page).getByText('There is no passkey.').waitFor();
});

inDepth('a program that acts without asking is started by who has just proven to be there', async () => {
  const { page } = await enter(origin());
  let asked = 0;
  await page.route('**/api/proof', async (route) => {
    if (asked++ > 0) return route.continue();
    return route.fulfill({ status: 401, json: { title: 'x', status: 401, detail: 'x', code: 'proof_required' } });
  });
  await page.goto('/');
  await page.getByRole('searchbox').first().waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New session' });
  const folder = dialog.getByRole('combobox', { name: 'Folder' });
  await folder.fill(service.home);
  await page.keyboard.press('Escape');
  await dialog.getByText('Run without asking').click();
  await dialog.getByRole('button', { name: 'Start session' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByLabel('Code or password').fill(password);
  expect(await page.locator('.xterm').count()).toBe(0);
  await proof.getByRole('button', { name: 'Confirm that it is you' }).click();
  await page.locator('.xterm').first().waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

inDepth('says what became of it where the person or the browser would not', async () => {
  const { page } = await enter(origin());
  await page.evaluate(() => {
    navigator.credentials.create = () => Promise.reject(new DOMException('closed', 'NotAllowedError'));
  });
  await section(page).getByRole('button', { name: 'Add a passkey…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('phone');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('No passkey was made').waitFor();
});

inDepth('on a phone, in German, everything is in reach', async () => {
  const watched = await enter(origin(), { ...phone, locale: 'de-DE' });
  const { page } = watched;
  await giveAuthenticator(page);
  await page.getByRole('button', { name: 'Passkey hinzufügen …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Passkey hinzufügen' });
  await dialog.getByLabel('Name').fill('Telefon');
  await watched.expectAccessible();
  await dialog.getByRole('button', { name: 'Hinzufügen', exact: true }).click();
  await page.getByText('Mit dem Passkey kannst du dich ab jetzt anmelden').waitFor();
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(sideways).toBeLessThanOrEqual(0);
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Mit einem Passkey anmelden' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Beenden Telefon' }).click();
  await page.getByText('Es gibt keinen Passkey.').waitFor();
});

inDepth('where the service has no address of its own nothing offers them, and Settings say what to set', async () => {
  const plain = await Service.start({ SVC_AUTH_MODE: 'single-user' });
  try {
    await plain.run(['reset-password', '--stdin'], `${password}\n`);
    const { page } = await enter(plain.origin);
    await section(page)
      .getByText(/SVC_ORIGIN/)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Add a passkey…' }).count()).toBe(0);
    await signOut(page);
    expect(await offer(page).count()).toBe(0);
    await page.context().close();
  } finally {
    await plain.end();
  }
});
