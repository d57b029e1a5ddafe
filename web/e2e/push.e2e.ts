import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PushDevice, PushSettings } from '../src/protocol/push.ts';
import type { Question } from '../src/protocol/question.ts';
import { makeAsk, mayItEdit, mayItRun, took, writeAsker, type Dialog } from './asker.ts';
import { closePages, desktop, launch, open, phone, type Watched } from './browser.ts';
import { inDepth } from './depth.ts';
import { PushService, type Browser } from './pushservice.ts';
import { Service } from './service.ts';
import { addressOf, sessionId, writeSessions } from './stores.ts';

const titles = ['Widen the ids', 'Drop the polyfills'];
const [first = '', second = ''] = titles;
const finger = { viewport: phone, hasTouch: true, isMobile: true };

let browser: Awaited<ReturnType<typeof launch>>;
let service: Service;
let pushes: PushService;

beforeAll(async () => {
  [browser, pushes] = await Promise.all([launch(), PushService.start()]);
  service = await Service.start({ SVC_PUSH_TEST_ORIGIN: pushes.origin }, (home) => {
    writeSessions(home, 2, (at) => ({ title: titles[at] ?? '', folder: 'src/ledger' }));
    return { SVC_ENGINE1_BIN: writeAsker(home) };
  });
  const { page } = await open(browser, service.origin);
  for (const number of [0, 1]) {
    await page.goto(`${addressOf(number)}/terminal`);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('ready').first().waitFor();
  }
  await page.context().close();
});

afterEach(async () => {
  for (const number of [0, 1]) makeAsk(service.home, number);
  await expect.poll(questions).toEqual([]);
  const { page } = await open(browser, service.origin);
  await page.goto('/settings/notices');
  for (const { id } of await devices()) await change(page, 'DELETE', `/api/push/${id}`);
  await closePages(browser);
});

afterAll(async () => {
  await browser.close();
  await service.end();
  await pushes.end();
});

async function got<T>(path: string): Promise<T> {
  return (await (await fetch(service.origin + path)).json()) as T;
}

const questions = async () => (await got<{ questions: Question[] }>('/api/questions')).questions;
const devices = async () => (await got<{ devices: PushDevice[] }>('/api/push')).devices;
const settings = async () => (await got<{ push: PushSettings }>('/api/settings')).push;

/** Something that another page does. */
function change(page: Page, method: string, path: string, body?: object): Promise<number> {
  return page.evaluate(
    async ([verb, address, said]) => {
      const { csrf_token: token } = (await (await fetch('/api/config')).json()) as { csrf_token: string };
      const headers = { 'X-CSRF-Token': token, ...(said ? { 'Content-Type': 'application/json' } : {}) };
      return (await fetch(address, { method: verb, headers, ...(said ? { body: said } : {}) })).status;
    },
    [method, path, body ? JSON.stringify(body) : ''] as const,
  );
}

/** Asks, and waits until svc knows. */
async function asks(number: number, dialog: Dialog): Promise<Question> {
  makeAsk(service.home, number, dialog);
  const sid = `engine_1:${sessionId(number)}`;
  const wanted = () => questions().then((all) => all.find((one) => one.sid === sid && one.title === dialog.question));
  await expect.poll(wanted).toBeDefined();
  return (await wanted()) as Question;
}

/** A browser that can be told, at the settings of notices. */
async function able(options: object = { viewport: desktop }): Promise<{ watched: Watched; page: Page; told: Browser }> {
  const watched = await open(browser, service.origin, options);
  const { page } = watched;
  const told = await pushes.serve(page, service.origin);
  await page.goto('/settings/notices');
  await page.getByRole('heading', { name: 'This device' }).waitFor();
  return { watched, page, told };
}

/** One that is told. */
async function turnedOn(options: object = { viewport: desktop }) {
  const it = await able(options);
  await it.page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await it.page.getByText('Notices come to this browser.').waitFor();
  return it;
}

const wide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

describe('this device', () => {
  it('asks for permission when somebody turns it on, is in the list then, and is gone after turning it off', async () => {
    const { watched, page } = await able();
    const asked = () => page.evaluate(() => localStorage.getItem('test.asked'));
    await page.getByText('No device is told yet.').waitFor();
    expect(await asked()).toBeNull();
    await watched.expectAccessible('off');
    await page.getByLabel('Name of this device').fill('Ada’s desk');
    await page.getByRole('button', { name: 'Turn on', exact: true }).click();
    await page.getByRole('group', { name: 'Ada’s desk' }).getByText('this device').waitFor();
    expect([await asked(), (await devices()).map(({ name }) => name)]).toEqual(['1', ['Ada’s desk']]);
    await watched.expectAccessible('on');
    await page.reload();
    await page.getByText('Notices come to this browser.').waitFor();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('No device is told yet.').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('test.subscribed'))).toBeNull();
    expect(await devices()).toEqual([]);
    watched.expectQuiet();
  });

  inDepth(
    'is turned off here when it is taken away elsewhere, and made anew for another key of the server',
    async () => {
      const { page } = await turnedOn();
      const [before] = await devices();
      await page.evaluate(() => {
        localStorage.setItem('test.subscribed', new Array(65).fill(4).join(','));
      });
      const kept = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
      await page.goto('/');
      await kept;
      expect(await page.evaluate(() => localStorage.getItem('test.subscribed')?.startsWith('4,4,4'))).toBe(false);
      expect((await devices()).map(({ id }) => id)).toEqual([before?.id]);
      await change(page, 'DELETE', `/api/push/${before?.id ?? ''}`);
      await page.goto('/settings/notices');
      await page.getByRole('button', { name: 'Turn on', exact: true }).waitFor();
      expect(await page.evaluate(() => localStorage.getItem('test.subscribed'))).toBeNull();
    },
  );

  inDepth('stays the device that it was when its push service gives it another address', async () => {
    const { page, told } = await turnedOn();
    await page.getByText(/^Settings of /).click();
    await page.getByLabel('Hide content', { exact: true }).click();
    await expect.poll(devices).toMatchObject([{ hide_content: true }]);
    const [before] = await devices();
    await told.moves();
    await expect.poll(async () => (await devices()).map(({ id }) => id === before?.id)).toEqual([false]);
    expect(await devices()).toMatchObject([{ name: before?.name, hide_content: true }]);
    await page.reload();
    await page
      .getByRole('group', { name: before?.name ?? '' })
      .getByText('this device')
      .waitFor();
    await asks(0, mayItRun);
    await expect.poll(told.shown).toMatchObject([{ title: 'svc', body: 'A program asks something.' }]);
  });

  inDepth.each([
    [
      'a browser that refuses',
      'by the sign beside its address',
      {},
      () => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }),
    ],
    ['plain http', 'only over https', {}, () => Object.defineProperty(window, 'isSecureContext', { get: () => false })],
    [
      'an iPhone outside the home screen',
      'add svc to the home screen first',
      {
        ...finger,
        userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
      },
      () => Reflect.deleteProperty(window, 'PushManager'),
    ],
    [
      'a browser without it',
      'This browser has no such notices.',
      {},
      () => Reflect.deleteProperty(window, 'PushManager'),
    ],
  ] as const)('%s is told what to do instead', async (_, sentence, options, lacks) => {
    const watched = await open(browser, service.origin, options);
    await watched.page.addInitScript(lacks as () => void);
    await watched.page.goto('/settings/notices');
    await watched.page.getByText(sentence).waitFor();
    await watched.expectAccessible();
    expect(await watched.page.getByRole('button', { name: 'Turn on', exact: true }).count()).toBe(0);
  });

  inDepth.each([
    ['a desk', { viewport: desktop }],
    ['a phone', finger],
  ])('on %s it gets a name, quiet hours and hidden content, and a test says what became of it', async (_, options) => {
    const { watched, page, told } = await turnedOn(options);
    await page.getByRole('button', { name: /^Test / }).click();
    await page.getByText('Its push service has taken the test.').waitFor();
    await expect.poll(told.shown).toMatchObject([{ title: 'svc', body: 'A test: notices of svc arrive here.' }]);
    pushes.answers.push(403);
    await page.getByRole('button', { name: /^Test / }).click();
    await page.getByText('Its push service has refused the test (403).').waitFor();
    await page.getByText(/^Settings of /).click();
    await page.getByLabel('Name', { exact: true }).fill('Ada’s other one');
    await page.getByLabel('Name', { exact: true }).press('Tab');
    await page.getByRole('group', { name: 'Ada’s other one' }).waitFor();
    await page.getByLabel('Quiet hours').click();
    await page.getByLabel('From').fill('21:30');
    await page.getByLabel('From').press('Tab');
    await expect.poll(devices).toMatchObject([{ quiet: { from: 21 * 60 + 30, to: 7 * 60 } }]);
    await page.getByRole('group', { name: 'Ada’s other one' }).getByLabel('Hide content').click();
    await expect.poll(devices).toMatchObject([{ name: 'Ada’s other one', hide_content: true }]);
    await watched.expectAccessible('chosen');
    expect(await wide(page)).toBe(false);
    await page.getByRole('button', { name: /^Remove / }).click();
    await page.getByText('No device is told yet.').waitFor();
    watched.expectQuiet();
  });
});

describe('a question', () => {
  it('is one notification a session, which its answer takes the place of', async () => {
    const { told } = await turnedOn();
    await asks(0, mayItRun);
    await expect.poll(told.shown).toMatchObject([{ title: first, actions: ['Deny'] }]);
    const [{ body, tag } = { body: '', tag: '' }] = await told.shown();
    expect(body).toContain('./ledger migrate --env staging --to 141');
    await asks(1, mayItEdit);
    await expect.poll(async () => (await told.shown()).map(({ title }) => title).sort()).toEqual([second, first]);
    makeAsk(service.home, 0);
    const ofFirst = async () => (await told.shown()).filter((one) => one.tag === tag);
    await expect.poll(ofFirst).toMatchObject([{ title: first, actions: [] }]);
    expect(pushes.arrived.filter((one) => one['tag'] === tag).at(-1)).toMatchObject({ kind: 'answered' });
  });

  inDepth('leads an open page to its card, without loading it again', async () => {
    const { page, told } = await turnedOn();
    await asks(0, mayItRun);
    await expect.poll(told.shown).toMatchObject([{ title: first }]);
    await page.evaluate(() => Object.assign(window, { stays: true }));
    await told.press(first);
    await page.waitForURL('**/ask/*');
    await page.getByRole('article').getByRole('heading', { name: mayItRun.question }).waitFor();
    expect(await page.evaluate(() => 'stays' in window)).toBe(true);
    await expect.poll(told.shown).toEqual([]);
  });

  it('is denied from the notification, once, and the notification says so', async () => {
    const { told } = await turnedOn();
    const before = took(service.home, 0).length;
    const question = await asks(0, mayItRun);
    await expect.poll(told.shown).toMatchObject([{ title: first, actions: ['Deny'] }]);
    await told.press(first, 'deny');
    await expect.poll(() => took(service.home, 0).slice(before)).toEqual(['3']);
    await expect
      .poll(told.shown)
      .toMatchObject([
        { title: first, actions: [], body: expect.stringMatching(/^Denied\.$|^Answered by Chrome/) as string },
      ]);
    // One that was shown before it was answered, and is pressed now.
    const { id, digest } = question;
    const late = {
      kind: 'question',
      title: 'Late',
      body: 'x',
      tag: 'late',
      url: '/',
      deny: { question: id, digest, choice: '3' },
    };
    await told.push(JSON.stringify(late));
    await told.press('Late', 'deny');
    const ofLate = async () => (await told.shown()).filter(({ tag }) => tag === 'late');
    await expect
      .poll(ofLate)
      .toMatchObject([{ body: expect.stringMatching(/^Not denied: answered already, by Chrom/) as string }]);
    expect(took(service.home, 0).slice(before)).toEqual(['3']);
  });

  inDepth('another one is asked by then: nothing is answered', async () => {
    const { told } = await turnedOn();
    const before = took(service.home, 0).length;
    const { id } = await asks(0, mayItRun);
    const other = {
      kind: 'question',
      title: 'Other',
      body: 'x',
      tag: 'o',
      url: '/',
      deny: { question: id, digest: 'other', choice: '3' },
    };
    await told.push(JSON.stringify(other));
    await told.press('Other', 'deny');
    const ofOther = async () => (await told.shown()).filter(({ tag }) => tag === 'o').map(({ body }) => body);
    await expect.poll(ofOther).toEqual(['Not denied: something else is asked now. Open svc to see it.']);
    expect([took(service.home, 0).length, (await questions()).map((one) => one.id)]).toEqual([before, [id]]);
  });

  inDepth('with hidden content says only that something is asked, and cannot be denied', async () => {
    const { page, told } = await turnedOn();
    await page.getByText(/^Settings of /).click();
    await page.getByLabel('Hide content', { exact: true }).click();
    await expect.poll(devices).toMatchObject([{ hide_content: true }]);
    await asks(0, mayItRun);
    await expect.poll(told.shown).toMatchObject([{ title: 'svc', body: 'A program asks something.', actions: [] }]);
  });

  inDepth('is told nobody whose page shows the session', async () => {
    const { page, told } = await turnedOn();
    const said = page.waitForRequest(
      (request) => request.url().endsWith('/api/looking') && request.method() === 'POST',
    );
    await page.goto(`${addressOf(0)}/transcript`);
    const answer = await (await said).response();
    expect([(await said).postDataJSON(), answer?.status()]).toEqual([{ sid: `engine_1:${sessionId(0)}` }, 204]);
    await asks(0, mayItRun);
    await asks(1, mayItEdit);
    await expect.poll(told.shown).toMatchObject([{ title: second }]);
    const left = page.waitForRequest(
      (request) => request.url().endsWith('/api/looking') && request.method() === 'POST',
    );
    await page.getByRole('link', { name: 'Settings' }).first().click();
    expect((await left).postDataJSON()).toEqual({ sid: null });
  });
});

describe('a push that is not what svc sends', () => {
  const fine = { kind: 'question', session: null, title: 'T', body: 'B', tag: 't', url: '/ask/q' };

  inDepth.each([
    ['no JSON', 'hello'],
    ['nothing', ''],
    ['another form', '["question"]'],
    ['a megabyte', JSON.stringify({ ...fine, body: 'x'.repeat(1_000_000) })],
  ])('%s: something has happened, and it leads to the start page', async (_, data) => {
    const { page, told } = await able();
    await told.push(data);
    const body = 'Something has happened. Open svc to see it.';
    await expect.poll(told.shown).toEqual([{ title: 'svc', body, tag: 'svc', actions: [] }]);
    await told.press('svc');
    await page.waitForURL(`${service.origin}/`);
  });

  it.each(['https://evil.example/x', '//evil.example/x', '/\\evil.example', 'javascript:alert(1)', '/api/settings'])(
    'the address %s leads nowhere else',
    async (url) => {
      const { watched, page, told } = await able();
      await told.push(JSON.stringify({ ...fine, url }));
      await expect.poll(told.shown).toMatchObject([{ title: 'T' }]);
      await told.press('T');
      await page.waitForURL(`${service.origin}/`);
      watched.expectQuiet();
    },
  );

  inDepth('markup is text, in a notification as in the page, and no action comes from outside', async () => {
    const { told } = await able();
    const title = '<img src=x onerror=alert(1)>';
    const deny = { question: { id: 1 }, digest: 'd', choice: 'allow' };
    const actions = [{ action: 'allow', title: 'Allow' }];
    await told.push(JSON.stringify({ ...fine, title, body: '<b>\u202e\n\n</b>', deny, actions }));
    await expect.poll(told.shown).toEqual([{ title, body: '<b> </b>', tag: 't', actions: [] }]);
  });

  inDepth('the page speaks German, and so does its worker', async () => {
    const watched = await open(browser, service.origin, { locale: 'de-DE' });
    const told = await pushes.serve(watched.page, service.origin);
    await watched.page.goto('/settings/notices');
    await watched.page.getByRole('button', { name: 'Einschalten', exact: true }).click();
    await watched.page.getByText('Hinweise kommen zu diesem Browser.').waitFor();
    const said = { word: 'answered_by', about: ['Chrome', 'Ja'] };
    await told.push(JSON.stringify({ kind: 'answered', title: 'T', body: 'Answered by', tag: 't', url: '/', said }));
    await expect.poll(told.shown).toMatchObject([{ title: 'T', body: 'Beantwortet von Chrome: Ja' }]);
    await told.press('T');
    await told.push('hello');
    await expect.poll(told.shown).toMatchObject([{ body: 'Es ist etwas geschehen. Öffne svc, um es zu sehen.' }]);
  });
});

describe('other places', () => {
  inDepth('a webhook and a topic of ntfy are told, and what is secret is shown to nobody', async () => {
    const watched = await open(browser, service.origin);
    const { page } = watched;
    await page.goto('/settings/notices');
    await page.getByLabel('ntfy: token').fill('tk_abc');
    watched.provokes(422);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('enter the address of the topic first').waitFor();
    await watched.expectAccessible('refused');
    await page.getByLabel('ntfy: token').fill('');
    await page.getByLabel('Webhook: address').fill(`${pushes.origin}/hook`);
    await page.getByLabel('Webhook: key').fill('a-key-of-ours');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('X-Svc-Signature. One is kept.').waitFor();
    await expect.poll(() => page.getByLabel('Webhook: key').inputValue()).toBe('');
    expect(await settings()).toMatchObject({
      webhook_url: `${pushes.origin}/hook`,
      webhook_key: 'set',
      hide_content: true,
    });
    await page.getByRole('button', { name: 'Test The webhook' }).click();
    await page.getByText('The webhook is in a private network: nothing was sent.').waitFor();
    await page.getByLabel('Allow private networks').click();
    await expect.poll(async () => (await settings()).private_addresses).toBe(true);
    await page.getByRole('button', { name: 'Test The webhook' }).click();
    await page.getByText('The webhook has taken the test.').waitFor();
    expect(pushes.arrived.at(-1)).toMatchObject({ kind: 'test', body: 'A test: notices of svc arrive here.' });
    await watched.expectAccessible('tried');
    const of = (kind: string, title: string) =>
      pushes.arrived.some((one) => one['kind'] === kind && one['title'] === title);
    await asks(0, mayItRun);
    await expect.poll(() => of('question', 'svc')).toBe(true);
    await page.getByLabel('Let the webhook follow along').click();
    await expect.poll(async () => (await settings()).webhook_news).toBe(true);
    await page.getByLabel('Hide content there').click();
    await asks(1, mayItEdit);
    await expect.poll(() => of('status', second)).toBe(true);
    await expect.poll(() => of('question', second)).toBe(true);
    await page.getByRole('button', { name: 'Forget the key of the webhook' }).click();
    await expect.poll(async () => (await settings()).webhook_key).toBe('unset');
    await page.getByLabel('Webhook: address').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await settings()).webhook_url).toBeNull();
    watched.expectQuiet();
  });
});

inDepth('can be installed: the manifest names the page, and its pictures are there', async () => {
  const watched = await open(browser, service.origin);
  await watched.page.goto('/');
  const session = await watched.page.context().newCDPSession(watched.page);
  const { errors } = await session.send('Page.getAppManifest');
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(errors).toEqual([]);
  // A profile of a test keeps nothing, and says so.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});
