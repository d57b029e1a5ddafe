/** What the worker says in notifications; the rest of them is what programs say. */
export const en = {
  plain: 'Something has happened. Open svc to see it.',
  deny: 'Deny',
  denying: 'Denying…',
  denied: 'Denied.',
  late: (by: string) => (by ? `Not denied: answered already, by ${by}.` : 'Not denied: it is no longer asked.'),
  changed: 'Not denied: something else is asked now. Open svc to see it.',
  signedOut: 'Not denied: you are signed out. Open svc to sign in.',
  away: 'Not denied: svc could not be reached. Open it to answer.',
  impossible: 'Not denied. Open svc to answer.',
  /** What svc says by itself, by its word. */
  said: {
    question_hidden: () => 'A program asks something.',
    answered_hidden: () => 'A question is answered.',
    ended_hidden: () => 'A program has ended.',
    review_hidden: () => 'A session needs you.',
    budget_hidden: () => 'A budget is used up.',
    continued_hidden: () => 'A session was to go on.',
    test: () => 'A test: notices of svc arrive here.',
    answered: () => 'Answered.',
    answered_by: (by: string, choice: string) => `Answered by ${by}: ${choice}`,
    decided: () => 'Decided in the terminal.',
    withdrawn: () => 'Taken back by the program.',
    program_ended: () => 'The program has ended.',
    not_taken: () => 'An answer has not arrived.',
    ended_at_work: () => 'The program has ended while it worked.',
    review_needs_you: () => 'The review says that it needs you.',
    session_over_budget: (spent: string, budget: string) =>
      `It has cost ${spent}; the budget of a session is ${budget}.`,
    day_over_budget: (spent: string, budget: string) =>
      `Today’s sessions have cost ${spent}; the budget of a day is ${budget}.`,
    continued: () => 'It goes on, as it was set.',
    not_continued_question: () => 'It did not go on: its program asks something.',
    not_continued_typing: () => 'It did not go on: something is typed at its prompt.',
    not_continued_working: () => 'It did not go on: its program is at work.',
    not_continued_outside: () => 'It did not go on: it runs outside svc.',
    not_continued_not_started: () => 'It did not go on: its program could not be started.',
    not_continued_no_prompt: () => 'It did not go on: its program did not come to its prompt.',
    not_continued_late: () => 'It did not go on: svc did not run at that time.',
  } satisfies Record<string, (first: string, second: string) => string>,
};

type Said = Record<keyof (typeof en)['said'], (first: string, second: string) => string>;

export type WorkerTexts = Omit<typeof en, 'said'> & { said: Said };
