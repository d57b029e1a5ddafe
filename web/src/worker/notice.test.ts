import { describe, expect, it } from 'vitest';
import { de } from '../text/worker/de';
import { en, type WorkerTexts } from '../text/worker/en';
import { dataOf, noticeOf } from './notice';

const origin = 'https://svc.example';
const deny = { question: 'q-1', digest: 'd1', choice: '3' };
const question = {
  kind: 'question',
  session: 'engine_1:a',
  title: 'Widen the ids',
  body: 'Do you want to proceed? ./ledger migrate',
  tag: 'mYn3wxq0Tt-_AbCdEfGhIjKl',
  url: '/ask/q-1',
  deny,
};
const read = (said: unknown) => noticeOf(typeof said === 'string' ? said : JSON.stringify(said), origin, en);
const plain = noticeOf(undefined, origin, en);

describe('a question', () => {
  it('is shown with what is asked, makes itself heard, can be denied and leads to its card', () => {
    const { title, options } = read(question);
    expect(title).toBe('Widen the ids');
    expect(options).toMatchObject({
      body: 'Do you want to proceed? ./ledger migrate',
      tag: question.tag,
      renotify: true,
      silent: false,
      actions: [{ action: 'deny', title: 'Deny' }],
      data: { path: '/ask/q-1', deny },
    });
  });

  it('has no other action, whatever is sent', () => {
    const { options } = read({ ...question, deny: null, allow: deny, actions: [{ action: 'allow', title: 'Allow' }] });
    expect(options.actions).toEqual([]);
  });

  it.each([
    { ...deny, choice: 3 },
    { ...deny, digest: undefined },
    { ...deny, question: 'x'.repeat(2000) },
    'q',
    [],
    1,
  ])('cannot be denied by %j', (broken) => {
    expect(read({ ...question, deny: broken }).options.actions).toEqual([]);
  });
});

it('what is answered takes the place of the question without a sound', () => {
  const { options } = read({ ...question, kind: 'answered', body: 'Answered by Firefox on Linux: Yes' });
  expect(options).toMatchObject({ tag: question.tag, renotify: false, silent: true, actions: [] });
  expect(options.data.deny).toBeUndefined();
});

describe('what svc says by itself', () => {
  const said = (sentence: unknown, words: WorkerTexts = en) =>
    noticeOf(JSON.stringify({ ...question, kind: 'answered', body: 'As it came', said: sentence }), origin, words)
      .options.body;

  it('is said in the language of the browser', () => {
    const sentence = { word: 'answered_by', about: ['Firefox on Linux', 'Yes'] };
    expect([said(sentence), said(sentence, de)]).toEqual([
      'Answered by Firefox on Linux: Yes',
      'Beantwortet von Firefox on Linux: Yes',
    ]);
  });

  it.each([undefined, null, 7, {}, { word: 7 }, { word: 'constructor' }, { word: 'of a newer server', about: [] }])(
    'is shown as it came where this worker does not know it: %j',
    (sentence) => {
      expect(said(sentence, de)).toBe('As it came');
    },
  );

  it('is cleaned and cut, whatever it is about', () => {
    const body = said({ word: 'answered_by', about: ['\u202e\n', 7, 'x'.repeat(5000)] });
    expect(body).toMatch(/^Answered by {1,2}: x+…$/);
    expect(body.length).toBeLessThanOrEqual(400);
  });
});

it.each(['ended', 'review', 'continued', 'test', 'something newer'])(
  '%s is shown, and does not sound again in the place of another',
  (kind) => {
    expect(read({ ...question, kind }).options).toMatchObject({ renotify: false, silent: false, actions: [] });
  },
);

describe('what is hostile or broken', () => {
  it.each(['', 'hello', '{', 'null', '7', '[]', '{}', '{"title":7}', '{"title":"  "}', JSON.stringify('x')])(
    '%j is shown as something that has happened',
    (said) => {
      expect(read(said)).toEqual(plain);
    },
  );

  it('a megabyte is not even read', () => {
    expect(read({ ...question, body: 'x'.repeat(1_000_000) })).toEqual(plain);
  });

  it('markup stays the text that it is', () => {
    expect(read({ ...question, title: '<img src=x onerror=alert(1)>' }).title).toBe('<img src=x onerror=alert(1)>');
  });

  it('signs that turn or break a line are gone', () => {
    const { title, options } = read({ ...question, title: 'a\u202ecod.exe', body: 'one\n\n\n\u0007two\u2028three' });
    expect([title, options.body]).toEqual(['acod.exe', 'one two three']);
  });

  it('long texts are cut between letters', () => {
    const { title, options } = read({ ...question, title: '🙂'.repeat(500), body: 'y'.repeat(5000) });
    expect([[...title].length, options.body.length]).toEqual([120, 400]);
    expect(title.endsWith('🙂…')).toBe(true);
  });

  it.each(['https://evil.example/', '//evil.example', '/api/settings', 'javascript:alert(1)', 7, null])(
    'the address %j leads to the start page',
    (url) => {
      expect(read({ ...question, url }).options.data.path).toBe('/');
    },
  );

  it('a tag that is none is the one of svc', () => {
    expect(read({ ...question, tag: ['a'] }).options.tag).toBe(plain.options.tag);
  });

  it('what a notification remembers is read as carefully', () => {
    expect(dataOf({ path: '//evil.example', deny: { question: 1 } }, origin)).toEqual({ path: '/' });
    expect(dataOf(null, origin)).toEqual({ path: '/' });
  });
});
