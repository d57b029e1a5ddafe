import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { makeAsk, mayItRun, took, writeAsker } from './asker.ts';
import { closePages, launch, open } from './browser.ts';
import { PushService } from './pushservice.ts';
import { Service } from './service.ts';
import { addressOf, writeSessions } from './stores.ts';

const title = 'Widen the ids';
const password = 'a first password of the host';
let browser: Awaited<ReturnType<typeof launch>>;
let service: Service;
let pushes: PushService;

beforeAll(async () => {
  [browser, pushes] = await Promise.all([launch(), PushService.start()]);
  const settings = { SVC_AUTH_MODE: 'single-user', SVC_PUSH_TEST_ORIGIN: pushes.origin };
  service = await Service.start(settings, (home) => {
    writeSessions(home, 1, () => ({ title, folder: 'src/ledger' }));
    return { SVC_ENGINE1_BIN: writeAsker(home) };
  });
  await service.run(['reset-password', '--stdin'], `${password}\n`);
});

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser.close();
  await service.end();
  await pushes.end();
});

it('a question is denied under the login of the browser, and by nobody who is signed out', async () => {
  const watched = await open(browser, service.origin);
  const { page } = watched;
  watched.provokes(401); // a page without a login gets 401
  const told = await pushes.serve(page, service.origin);
  await page.goto(`${addressOf(0)}/terminal`);
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('ready').first().waitFor();
  await page.goto('/settings/notices');
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await page.getByText('Notices come to this browser.').waitFor();
  makeAsk(service.home, 0, mayItRun);
  await expect.poll(told.shown).toMatchObject([{ title, actions: ['Deny'] }]);
  await told.press(title, 'deny');
  await expect.poll(() => took(service.home, 0)).toEqual(['3']);

  const before = pushes.arrived.length;
  makeAsk(service.home, 0, { ...mayItRun, lines: ['Bash command', '', '  ./ledger vacuum'] });
  await expect.poll(() => pushes.arrived.slice(before).filter((one) => one['kind'] === 'question')).toHaveLength(1);
  await expect.poll(told.shown).toMatchObject([{ title, actions: ['Deny'] }]);
  await page.context().clearCookies();
  await told.press(title, 'deny');
  const body = 'Not denied: you are signed out. Open svc to sign in.';
  await expect.poll(told.shown).toMatchObject([{ title, body, actions: [] }]);
  expect(took(service.home, 0)).toEqual(['3']);
});
