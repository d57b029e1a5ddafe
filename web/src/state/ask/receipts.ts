import type { QuestionEnd, Receipt, SettledQuestion } from '../../protocol/question';
import { t } from '../../text';
import { words } from '../../text/ask';
import { secondOf } from '../../text/when';

/** One step of what became of an answer. */
export interface Step {
  text: string;
  look: 'done' | 'bad' | 'told';
}

/** Shown, answered and taken, each with its time and whose deed it was. */
export function stepsOf({ how, at, receipt }: Pick<SettledQuestion, 'how' | 'at' | 'receipt'>): Step[] {
  if (!receipt) return [{ text: words.step.settled(t.ask.how[how], secondOf(at)), look: told(how) }];
  if (receipt.taken_at === null)
    return [...sentSteps(receipt), { text: words.step.settled(t.ask.how[how], secondOf(at)), look: untaken(how) }];
  return [
    ...shown(receipt),
    answered(receipt, how),
    { text: words.step.taken(secondOf(receipt.taken_at)), look: 'done' },
  ];
}

/** As far as an answer has got that is on its way. */
export function sentSteps(receipt: Receipt): Step[] {
  const { answered_at: at, by } = receipt;
  return [...shown(receipt), { text: words.step.sentBy(choiceOf(receipt), secondOf(at), by), look: 'done' }];
}

/** That nobody can say whose answer counted is no failure. */
function untaken(how: QuestionEnd): Step['look'] {
  return how === 'settled' ? 'told' : 'bad';
}

function told(how: QuestionEnd): Step['look'] {
  if (how === 'not_taken') return 'bad';
  return how === 'withdrawn' || how === 'ended' ? 'told' : 'done';
}

function shown({ shown_at: at }: Receipt): Step[] {
  return at === null ? [] : [{ text: words.step.shown(secondOf(at)), look: 'done' }];
}

function answered(receipt: Receipt, how: QuestionEnd): Step {
  const what = how === 'chosen' ? `“${choiceOf(receipt)}”` : t.ask.how[how];
  return { text: words.step.settledBy(what, secondOf(receipt.answered_at), receipt.by), look: 'done' };
}

function choiceOf({ choice }: Receipt): string {
  return choice?.label ?? words.yourAnswer;
}
