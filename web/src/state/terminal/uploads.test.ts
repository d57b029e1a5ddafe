import { expect, it } from 'vitest';
import { Refusal } from '../../net/refusal';
import { t } from '../../text';
import { Uploads } from './uploads.svelte';

const file = (at: number) => new File(['x'], `f${String(at)}`);
const files = (n: number) => Array.from({ length: n }, (_, at) => file(at));

function desk({ agrees = true, upload = (one: File) => Promise.resolve(`/tmp/${one.name}`) } = {}) {
  const said: string[] = [];
  const failed: string[] = [];
  const asked: string[] = [];
  const typed: string[] = [];
  const app = {
    toasts: { say: (text: string) => said.push(text), fail: (text: string) => failed.push(text) },
    questions: { ask: ({ title }: { title: string }) => Promise.resolve(asked.push(title) > 0 && agrees) },
    config: { upload_max_bytes: 1000 },
    api: { csrf: '' },
  };
  const session = { sid: 'a', paste: (text: string) => typed.push(text) };
  const uploads = new Uploads(app as never, session as never, async (one) => ({
    path: await upload(one),
    name: one.name,
    size: 1,
  }));
  return { said, failed, asked, typed, uploads };
}

it('a few files are uploaded without a question, and told of once', async () => {
  const { said, asked, typed, uploads } = desk();
  await uploads.send(files(3));
  expect([asked, typed.length, said]).toEqual([[], 3, [t.terminal.uploadedMany(3)]]);
});

it('many are asked about first', async () => {
  const { asked, typed, uploads } = desk({ agrees: false });
  await uploads.send(files(500));
  expect([asked, typed]).toEqual([[t.terminal.uploadSure(500)], []]);
});

it('what is stopped is not begun, and what was under way is finished', async () => {
  const { said, typed, uploads } = desk({
    upload: (one) => {
      uploads.stop();
      return Promise.resolve(one.name);
    },
  });
  await uploads.send(files(5));
  expect([typed.length, said]).toEqual([1, [t.terminal.uploaded('f0')]]);
});

it('why some could not be uploaded is said once', async () => {
  const { failed, typed, uploads } = desk();
  await uploads.send([new File(['x'.repeat(2000)], 'large'), file(1), new File(['x'.repeat(3000)], 'larger')]);
  expect([typed.length, failed.length]).toEqual([1, 1]);
  expect(failed[0]).toContain('large');
});

it('nothing more is tried once the service does not answer', async () => {
  let tries = 0;
  const { failed, uploads } = desk({
    upload: () => {
      tries += 1;
      return Promise.reject(Refusal.unreachable());
    },
  });
  await uploads.send(files(5));
  expect([tries, failed.length]).toEqual([1, 1]);
});
