import { expect, it } from 'vitest';
import { row } from '../../test/server';
import { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import type { ReviewSettings } from '../protocol/review';
import { words } from '../text/settings';
import { ReviewDesk, said } from './review.svelte';
import { Toasts } from './toasts.svelte';

const kept: ReviewSettings = {
  enabled: false,
  base_url: 'http://127.0.0.1:1/v1',
  api_key: 'set',
  model: 'small',
  interval_minutes: 30,
  request_timeout: 120,
  max_sessions_per_run: 10,
  apply_titles: true,
  prompt: 'What waits?',
};

interface Call {
  method: string;
  path: string;
  body: Record<string, unknown>;
}

/** A server that stores the settings of the review, and answers everything else as a test says. */
function opened(answers: Record<string, () => Response> = {}) {
  const settings = { ...kept };
  const calls: Call[] = [];
  const api = new Api((path, init = {}) => {
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {};
    calls.push({ method, path, body });
    const answer = answers[`${method} ${path}`];
    if (answer) return Promise.resolve(answer());
    if (method === 'PATCH') {
      const { api_key: key, ...others } = body['ai_review'] as Partial<ReviewSettings>;
      Object.assign(settings, others, key === undefined ? {} : { api_key: key === null ? 'unset' : 'set' });
    }
    return Promise.resolve(Response.json(path === '/api/settings' ? { ai_review: { ...settings } } : { runs: [] }));
  });
  const toasts = new Toasts();
  const attempt = async (step: () => Promise<unknown>) => {
    try {
      await step();
      return true;
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      toasts.fail(reason.code);
      return false;
    }
  };
  const desk = new ReviewDesk({ api, attempt, toasts });
  const patches = () => calls.filter((call) => call.method === 'PATCH').map((call) => call.body['ai_review']);
  return { desk, calls, toasts, patches };
}

async function loaded(answers: Record<string, () => Response> = {}) {
  const all = opened(answers);
  await all.desk.load();
  return all;
}

const refusal = (status: number, problem: object) => () => Response.json({ status, ...problem }, { status });

it('shows what is kept, never the key, and has nothing to save then', async () => {
  const { desk } = await loaded();
  expect([desk.address, desk.model, desk.instruction, desk.key]).toEqual([
    'http://127.0.0.1:1/v1',
    'small',
    'What waits?',
    '',
  ]);
  expect(desk.changed).toBe(false);
});

it.each([
  ['address', 'http://127.0.0.1:2/v1'],
  ['model', 'large'],
  ['instruction', 'Something else'],
  ['key', 'mine'],
] as const)('has something to save once %s is another one', async (field, value) => {
  const { desk } = await loaded();
  desk[field] = value;
  expect(desk.changed).toBe(true);
});

it('saves the four fields together, an empty one as none, and forgets the key it was given', async () => {
  const { desk, patches, toasts } = await loaded();
  [desk.address, desk.model, desk.instruction, desk.key] = [' http://127.0.0.1:2/v1 ', '', ' ', 'mine'];
  await desk.save();
  expect(patches()).toEqual([{ base_url: 'http://127.0.0.1:2/v1', model: null, prompt: null, api_key: 'mine' }]);
  expect([desk.key, desk.busy]).toEqual(['', undefined]);
  expect(toasts.list.map((toast) => toast.text)).toEqual([words.review.saved]);
});

it('sends no key when none was typed: the one that is kept stays', async () => {
  const { desk, patches } = await loaded();
  desk.model = 'large';
  await desk.save();
  expect(patches()).toEqual([{ base_url: 'http://127.0.0.1:1/v1', model: 'large', prompt: 'What waits?' }]);
});

it('leaves what is typed and not saved alone when something else is set', async () => {
  const { desk } = await loaded();
  [desk.address, desk.key] = ['http://127.0.0.1:9/v1', 'half a ke'];
  await desk.change({ enabled: true });
  expect(desk.now?.enabled).toBe(true);
  expect([desk.address, desk.key]).toEqual(['http://127.0.0.1:9/v1', 'half a ke']);
});

it('puts a refusal beside the field it is about, and takes it away with the next try', async () => {
  let fits = false;
  const errors = [{ field: 'ai_review.base_url', message: 'An address begins with http.' }];
  const { desk, toasts } = opened({
    'PATCH /api/settings': () =>
      fits ? Response.json({ ai_review: kept }) : refusal(422, { code: 'invalid', title: 'x', detail: 'x', errors })(),
  });
  await desk.load();
  desk.address = 'ftp://nowhere';
  await desk.save();
  expect([...desk.wrong]).toEqual([['base_url', 'An address begins with http.']]);
  expect([desk.address, desk.busy, toasts.list.length]).toEqual(['ftp://nowhere', undefined, 0]);
  fits = true;
  await desk.save();
  expect(desk.wrong.size).toBe(0);
});

it('lists the models of what is typed, saved or not, and chooses the first where the chosen one is not offered', async () => {
  const { desk, calls } = await loaded({
    'POST /api/ai-review/models': () => Response.json({ models: ['fast', 'slow'] }),
  });
  [desk.address, desk.key] = ['http://127.0.0.1:3/v1', 'mine'];
  await desk.listModels();
  expect(calls.at(-1)?.body).toEqual({ base_url: 'http://127.0.0.1:3/v1', api_key: 'mine' });
  expect([desk.model, desk.models]).toEqual(['fast', ['fast', 'slow']]);
  desk.model = 'slow';
  await desk.listModels();
  expect(desk.model).toBe('slow');
});

it('says so when an endpoint offers no models, and why when it cannot be asked', async () => {
  const none = await loaded({ 'POST /api/ai-review/models': () => Response.json({ models: [] }) });
  await none.desk.listModels();
  expect(none.toasts.list[0]?.text).toBe(words.review.noModels);
  const refused = await loaded({
    'POST /api/ai-review/models': refusal(502, {
      code: 'unauthorized',
      title: '',
      detail: 'In the words of the server.',
    }),
  });
  await refused.desk.listModels();
  expect(refused.toasts.list[0]?.text).toBe(words.review.trouble['unauthorized']);
});

it('tries what is typed without keeping it, and shows what came of it', async () => {
  const trial = { ok: false, took_ms: 12, answer: null, code: 'slow', detail: 'x' };
  const { desk, calls, patches } = await loaded({ 'POST /api/ai-review/test': () => Response.json(trial) });
  desk.model = ' large ';
  await desk.test();
  expect(desk.trial).toEqual(trial);
  expect(calls.at(-1)?.body).toEqual({ base_url: kept.base_url, model: 'large', prompt: kept.prompt });
  expect(patches()).toEqual([]);
});

it('shows what would be sent of one session, and nothing of the one before when that fails', async () => {
  let text = true;
  const { desk, toasts } = await loaded({
    'GET /api/ai-review/preview?sid=engine_1%3A1': () =>
      text ? Response.json({ rules: 'r', material: 'm' }) : refusal(409, { code: 'conflict', title: '', detail: '' })(),
  });
  await desk.show(row(1));
  expect(desk.preview).toEqual({ rules: 'r', material: 'm' });
  text = false;
  await desk.show(row(1));
  expect([desk.preview, toasts.list.length]).toEqual([undefined, 1]);
});

it('asks the runs to stop', async () => {
  const { desk, calls } = await loaded();
  await desk.stop();
  expect(calls.at(-1)).toMatchObject({ method: 'POST', path: '/api/ai-review/stop' });
});

it('speaks of a trouble in the words of the page, and in the server’s where it has none', () => {
  expect(said({ code: 'slow', detail: 'Too slow.' })).toBe(words.review.trouble['slow']);
  expect(said({ code: 'of_tomorrow', detail: 'In the words of the server.' })).toBe('In the words of the server.');
});
