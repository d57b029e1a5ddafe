/** What the worker says in notifications; the rest of them is what the server says. */
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
};

export type WorkerTexts = typeof en;
