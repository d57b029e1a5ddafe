import type { WorkerTexts } from './en';

export const de: WorkerTexts = {
  plain: 'Es ist etwas geschehen. Öffne svc, um es zu sehen.',
  deny: 'Ablehnen',
  denying: 'Wird abgelehnt …',
  denied: 'Abgelehnt.',
  late: (by) =>
    by ? `Nicht abgelehnt: schon beantwortet, von ${by}.` : 'Nicht abgelehnt: Das wird nicht mehr gefragt.',
  changed: 'Nicht abgelehnt: Jetzt wird etwas anderes gefragt. Öffne svc, um es zu sehen.',
  signedOut: 'Nicht abgelehnt: Du bist abgemeldet. Öffne svc, um dich anzumelden.',
  away: 'Nicht abgelehnt: svc war nicht zu erreichen. Öffne es, um zu antworten.',
  impossible: 'Nicht abgelehnt. Öffne svc, um zu antworten.',
  said: {
    question_hidden: () => 'Ein Programm fragt etwas.',
    answered_hidden: () => 'Eine Frage ist beantwortet.',
    ended_hidden: () => 'Ein Programm hat sich beendet.',
    review_hidden: () => 'Eine Sitzung braucht dich.',
    budget_hidden: () => 'Ein Budget ist aufgebraucht.',
    test: () => 'Ein Test: Hinweise von svc kommen hier an.',
    answered: () => 'Beantwortet.',
    answered_by: (by, choice) => `Beantwortet von ${by}: ${choice}`,
    decided: () => 'Im Terminal entschieden.',
    withdrawn: () => 'Vom Programm zurückgenommen.',
    program_ended: () => 'Das Programm hat sich beendet.',
    not_taken: () => 'Eine Antwort ist nicht angekommen.',
    ended_at_work: () => 'Das Programm hat sich bei der Arbeit beendet.',
    review_needs_you: () => 'Der Review sagt, dass sie dich braucht.',
    session_over_budget: (spent, budget) => `Sie hat ${spent} gekostet; das Budget einer Sitzung ist ${budget}.`,
    day_over_budget: (spent, budget) =>
      `Die Sitzungen von heute haben ${spent} gekostet; das Budget eines Tages ist ${budget}.`,
  },
};
