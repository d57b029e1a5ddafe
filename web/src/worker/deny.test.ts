import { expect, it } from 'vitest';
import { Api } from '../net/api';
import { en } from '../text/worker/en';
import { denied } from './deny';

const deny = { question: 'q/1', digest: 'd1', choice: '3' };

async function deniedAt(status: number, answer: unknown): Promise<{ said: string; calls: string[] }> {
  const calls: string[] = [];
  const api = new Api((path, init) => {
    calls.push(`${init?.method ?? ''} ${path} ${String(init?.body as string)}`);
    return status === 0 ? Promise.reject(new TypeError()) : Promise.resolve(Response.json(answer, { status }));
  });
  return { said: await denied(Promise.resolve(api), deny, en), calls };
}

it('sends the choice that denies with the digest of what was shown, and nothing else', async () => {
  const { said, calls } = await deniedAt(200, { how: 'denied', receipt: null });
  expect(said).toBe('Denied.');
  expect(calls).toEqual(['POST /api/questions/q%2F1/answer {"choice":"3","digest":"d1"}']);
});

it.each([
  [409, { code: 'settled', receipt: { by: 'Firefox on\nLinux' } }, en.late('Firefox on Linux')],
  [409, { code: 'settled' }, en.late('')],
  [409, { code: 'changed' }, en.changed],
  [404, { code: 'not_found' }, en.late('')],
  [401, { code: 'unauthenticated' }, en.signedOut],
  [403, { code: 'password_change_required' }, en.impossible],
  [503, { code: 'not_sent' }, en.away],
  [0, {}, en.away],
])('says what became of it: %i %j', async (status, problem, sentence) => {
  expect((await deniedAt(status, problem)).said).toBe(sentence);
});

it('a login that cannot be read is no denial', async () => {
  expect(await denied(Promise.reject(new Error('broken')), deny, en)).toBe(en.impossible);
});
