import type { Schema } from './schema';

/** A browser that is told of what happens. */
export type PushDevice = Schema<'PushDevice'>;

/** In minutes of the day, in the time zone of svc. */
export type QuietHours = Schema<'QuietHours'>;

/** The places beside browsers that are told. */
export type PushSettings = Schema<'PushSettings'>;

/** GET /api/push. */
export interface PushDevices {
  /** What a browser subscribes with (applicationServerKey), in base64url. */
  public_key: string;
  devices: PushDevice[];
}

/** What a push service said to a test. */
export interface PushTest {
  status: 'accepted' | 'refused' | 'unreachable';
  http?: number;
}

/** The same of a place beside browsers; nothing is sent into a private network unless that is allowed. */
export type PlaceTest = PushTest | { status: 'private' };

/** What is sent to a device. */
export interface PushPayload {
  kind: string;
  session: string | null;
  title: string;
  body: string;
  tag: string;
  url: string;
  /** The body as a sentence of svc's own; absent where a program said it. */
  said?: PushSentence;
  deny?: PushDenial;
}

/** A sentence by its word, and what it is about. */
export interface PushSentence {
  word: string;
  about: string[];
}

/** What an answer that denies names. */
export interface PushDenial {
  question: string;
  digest: string;
  choice: string;
}

export function devicePath(id: string): string {
  return `/api/push/${encodeURIComponent(id)}`;
}
