import type { Schema } from './schema';

/** What a program asks, and how it can be answered. */
export type Question = Schema<'Question'>;

export type QuestionChoice = Schema<'QuestionChoice'>;

/** What became of an answer. */
export type Receipt = Schema<'Receipt'>;

/** How a question was settled. */
export type QuestionEnd = Schema<'QuestionEnd'>;

export type SettledQuestion = Schema<'SettledQuestion'>;

/** A command that is allowed from now on, in one project or folder. */
export type AllowedCommand = Schema<'AllowedCommand'>;

/** The body of POST /api/questions/{id}/answer, without the digest. */
export interface Given {
  choice: string;
  text?: string;
  confirm?: true;
}

/** The payload of a `question` event. */
export function questionOf(data: unknown): Question | undefined {
  const found = data as Partial<Question> | null | undefined;
  return typeof found?.id === 'string' && typeof found.digest === 'string' && Array.isArray(found.choices)
    ? (found as Question)
    : undefined;
}

/** The payload of a `question_settled` event. */
export function settledOf(data: unknown): SettledQuestion | undefined {
  const found = data as Partial<SettledQuestion> | null | undefined;
  return typeof found?.id === 'string' && typeof found.how === 'string' ? (found as SettledQuestion) : undefined;
}

export function questionPath(id: string, verb: 'seen' | 'answer'): string {
  return `/api/questions/${encodeURIComponent(id)}/${verb}`;
}
