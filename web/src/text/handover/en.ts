export const en = {
  title: 'Continue in…',
  why: (from: string) =>
    `Another program goes on in the same folder. It is told the text below first, and nothing else of what ${from} knows. This session stays as it is.`,
  program: 'Program',
  none: 'No program that is installed here takes a first prompt.',
  takesNone: (programs: string) => `Not offered: ${programs}. They take no first prompt.`,
  prompt: 'What it is told first',
  promptHint: 'You can change all of it. The whole conversation is written to the file named in it, for 30 days.',
  tooLong: 'A first prompt may have 16 KiB at most: shorten it.',
  reading: 'Reading the conversation…',
  masked: (n: number) =>
    n === 0
      ? 'Nothing in it looked like a secret.'
      : `${String(n)} ${n === 1 ? 'secret was masked' : 'secrets were masked'} in it.`,
  stillRuns: 'The program of this session still runs: both would work in the same folder.',
  asks: 'The program asks before it acts.',
  start: 'Start it',
  starting: 'Starting…',
  continueAt: {
    title: 'Continue at…',
    why: 'At this time, once, its program is told the text below; it is resumed for that if it does not run.',
    unless:
      'Nothing is sent where it asks something, works, runs outside svc, or has something typed at its prompt. What became of it is in the history.',
    time: 'When',
    late: 'A time is needed that is ahead, by 30 days at most.',
    text: 'What it is told',
    textWrong: 'A text is needed, of 4,000 characters at most.',
    reset: (when: string) => `When the limit begins again: ${when}`,
    set: 'Set the time',
  },
};

export type HandOverTexts = typeof en;
