import { beforeEach, expect, it } from 'vitest';
import { FakeServer, row } from '../../test/server';
import { Api } from '../net/api';
import { LiveFeed } from '../net/live';
import { App } from './app.svelte';
import { Tokens } from './tokens.svelte';

interface Asked {
  name: string;
  scopes: string[];
  expires_at: string | null;
  password?: string;
  code?: string;
}

let asked: Asked[];
let answers: { status: number; body: object }[];
let tokens: Tokens;

const problem = (status: number, code: string) => ({
  status,
  body: { type: 'about:blank', title: code, status, detail: `It is ${code}.`, code },
});
const made = {
  status: 201,
  body: { id: 'a', name: 'report', scopes: ['read'], expires_at: null, token: 'svc_a_b' },
};

beforeEach(() => {
  asked = [];
  answers = [];
  const location = { pathname: '/', search: '', hash: '' };
  const window = { location, history: { replaceState: () => undefined } } as unknown as Window;
  const api = new Api((_path, options) => {
    if (options?.method !== 'POST') return Promise.resolve(Response.json({ tokens: [] }));
    asked.push(JSON.parse(String(options.body)) as Asked);
    const { status, body } = answers.shift() ?? made;
    return Promise.resolve(Response.json(body, { status }));
  });
  const app = new App(window, new FakeServer([row(1)]).api, new LiveFeed());
  Object.defineProperty(app, 'api', { value: api });
  tokens = new Tokens(app);
  tokens.name = ' report ';
});

it('needs a name and at least one thing that it may', () => {
  expect(tokens.ready).toBe(true);
  tokens.chosen.read = false;
  expect(tokens.ready).toBe(false);
  tokens.chosen.drive = true;
  expect(tokens.ready).toBe(true);
  tokens.name = '  ';
  expect(tokens.ready).toBe(false);
});

it('is made with what was chosen, and holds for as long as was chosen', async () => {
  tokens.chosen.drive = true;
  tokens.days = 30;
  await tokens.make();
  expect(asked[0]).toMatchObject({ name: 'report', scopes: ['read', 'drive'] });
  const days = (Date.parse(asked[0]?.expires_at ?? '') - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(30);
  expect(tokens.made?.token).toBe('svc_a_b');
  tokens.forget();
  expect(tokens.made).toBeUndefined();
});

it('holds until it is ended where no time was chosen', async () => {
  tokens.days = 0;
  await tokens.make();
  expect(asked[0]?.expires_at).toBeNull();
});

it('asks for a proof where the server wants one, and says where it was wrong', async () => {
  answers = [problem(401, 'proof_required'), problem(401, 'bad_credentials'), made];
  await tokens.make();
  expect(tokens.proving).toBe(true);
  await tokens.make({ password: 'wrong password' });
  expect([asked[1]?.password, tokens.wrong !== '']).toEqual(['wrong password', true]);
  await tokens.make({ code: '123456' });
  expect([asked[2]?.code, tokens.proving]).toEqual(['123456', false]);
});

it('says what the server refuses', async () => {
  answers = [problem(422, 'invalid')];
  await tokens.make();
  expect([tokens.trouble?.code, tokens.made]).toEqual(['invalid', undefined]);
});
