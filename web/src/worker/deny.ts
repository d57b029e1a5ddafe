import type { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import type { PushDenial } from '../protocol/push';
import { questionPath } from '../protocol/question';
import type { WorkerTexts } from '../text/worker';
import { lineOf } from './notice';

const longestName = 80;

/** Denies what a notification showed, and says in a sentence what became of it. There is no way to allow from here. */
export async function denied(api: Promise<Api>, deny: PushDenial, words: WorkerTexts): Promise<string> {
  try {
    const { question, digest, choice } = deny;
    await (await api).post(questionPath(question, 'answer'), { choice, digest });
    return words.denied;
  } catch (reason) {
    return reason instanceof Refusal ? whyNot(reason, words) : words.impossible;
  }
}

function whyNot(refusal: Refusal, words: WorkerTexts): string {
  const { code, status } = refusal;
  if (code === 'unreachable' || status >= 500) return words.away;
  if (code === 'settled') return words.late(lineOf(refusal.settled.receipt?.by, longestName));
  if (code === 'changed') return words.changed;
  if (status === 404) return words.late('');
  return status === 401 ? words.signedOut : words.impossible;
}
