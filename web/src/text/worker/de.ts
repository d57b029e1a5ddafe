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
};
