import { pageOf } from '../protocol/pages';
import type { PushDenial, PushPayload } from '../protocol/push';
import type { WorkerTexts } from '../text/worker';

/** A notification, and where it leads. */
export interface Notice {
  title: string;
  options: NoticeOptions;
}

/** What the types of the browser lack. */
export interface NoticeOptions {
  body: string;
  /** One a session: a newer one takes the place of the older. */
  tag: string;
  icon: string;
  /** Whether it makes itself heard again in the place of another. */
  renotify: boolean;
  silent: boolean;
  actions: { action: string; title: string }[];
  data: NoticeData;
}

/** What a notification remembers for the moment when it is pressed. */
export interface NoticeData {
  path: string;
  deny?: PushDenial;
}

/** The server cuts far below this. */
const longestPayload = 16_384;
const longest = { title: 120, body: 400, tag: 64, name: 300 };
const icon = '/icon-192.png';
const ownTag = 'svc';

/**
 * What a push says. Whatever it is, it has to be shown, or the browser takes the permission away: what cannot be read is
 * shown as what it is, something that has happened.
 */
export function noticeOf(text: string | undefined, origin: string, words: WorkerTexts): Notice {
  const said = payloadOf(text);
  const title = lineOf(said?.title, longest.title);
  if (!said || !title) return plain(words);
  const deny = said.kind === 'question' ? denialOf(said.deny) : undefined;
  return {
    title,
    options: {
      body: lineOf(sentenceOf(said.said, words) ?? said.body, longest.body),
      tag: tagOf(said.tag),
      icon,
      renotify: said.kind === 'question',
      silent: said.kind === 'answered',
      actions: deny ? [{ action: 'deny', title: words.deny }] : [],
      data: { path: pageOf(said.url, origin) ?? '/', ...(deny ? { deny } : {}) },
    },
  };
}

/** What became of it, in the place of the notification itself and without a sound. */
export function became(title: string, tag: string, path: string, body: string): Notice {
  return {
    title,
    options: { body, tag, icon, renotify: false, silent: true, actions: [], data: { path } },
  };
}

/** What a notification remembers, read with care: an older worker may have shown it. */
export function dataOf(data: unknown, origin: string): NoticeData {
  const { path, deny } = (data ?? {}) as Record<string, unknown>;
  const denial = denialOf(deny);
  return { path: pageOf(path, origin) ?? '/', ...(denial ? { deny: denial } : {}) };
}

/** One line of text without what could make it look like something else. */
export function lineOf(text: unknown, most: number): string {
  if (typeof text !== 'string') return '';
  const line = text
    .slice(0, 4 * most)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  const letters = [...line];
  return letters.length <= most ? line : `${letters.slice(0, most - 1).join('')}…`;
}

function plain(words: WorkerTexts): Notice {
  return {
    title: 'svc',
    options: {
      body: words.plain,
      tag: ownTag,
      icon,
      renotify: false,
      silent: false,
      actions: [],
      data: { path: '/' },
    },
  };
}

function payloadOf(text: string | undefined): Partial<Record<keyof PushPayload, unknown>> | undefined {
  if (!text || text.length > longestPayload) return undefined;
  try {
    const said: unknown = JSON.parse(text);
    return typeof said === 'object' && said !== null ? said : undefined;
  } catch {
    return undefined;
  }
}

/** What svc says by itself, in the language of this browser; undefined for words that this worker does not know. */
function sentenceOf(said: unknown, words: WorkerTexts): string | undefined {
  const { word, about } = (said ?? {}) as Record<string, unknown>;
  if (typeof word !== 'string' || !Object.hasOwn(words.said, word)) return undefined;
  const [first = '', second = ''] = Array.isArray(about) ? about.filter((one) => typeof one === 'string') : [];
  return words.said[word as keyof WorkerTexts['said']](first, second);
}

function tagOf(tag: unknown): string {
  return typeof tag === 'string' && tag.length <= longest.tag && /^[\w-]+$/.test(tag) ? tag : ownTag;
}

function denialOf(deny: unknown): PushDenial | undefined {
  const { question, digest, choice } = (deny ?? {}) as Record<string, unknown>;
  return isName(question) && isName(digest) && isName(choice) ? { question, digest, choice } : undefined;
}

function isName(text: unknown): text is string {
  return typeof text === 'string' && text !== '' && text.length <= longest.name;
}
