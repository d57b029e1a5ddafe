import { Refusal } from './refusal';

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;
export type Query = Record<string, string | number | readonly string[] | undefined>;

/** What an answer's body means. */
type Reading<T> = (text: string) => T;

const parsed = <T>(text: string) => (text ? JSON.parse(text) : undefined) as T;

/** Every call to the server: adds the CSRF token to changes, and turns a refusal into one kind of error. */
export class Api {
  /** Called before the refusal is thrown: a login that ended or a forced change concerns the whole page. */
  onRefusal: (refusal: Refusal) => void = () => undefined;
  csrf = '';
  /** Fetches a new token: another tab may have signed in or started over under the same cookie. */
  renew: (() => Promise<void>) | undefined;
  readonly #fetch: Fetch;

  constructor(fetch: Fetch = (input, init) => globalThis.fetch(input, init)) {
    this.#fetch = fetch;
  }

  get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
    return this.#call<T>(withQuery(path, query), { method: 'GET', ...(signal ? { signal } : {}) });
  }

  post<T>(path: string, body?: unknown): Promise<T> {
    return this.#change<T>('POST', path, body);
  }

  /** A change whose answer is a document. */
  postForText(path: string, body: unknown): Promise<string> {
    return this.#change<string>('POST', path, body, (text) => text);
  }

  patch<T>(path: string, body: unknown): Promise<T> {
    return this.#change<T>('PATCH', path, body);
  }

  delete<T>(path: string): Promise<T> {
    return this.#change<T>('DELETE', path);
  }

  /** An expired token is renewed once; the first try changed nothing. */
  async #change<T>(method: string, path: string, body?: unknown, read: Reading<T> = parsed): Promise<T> {
    try {
      return await this.#send<T>(method, path, body, read);
    } catch (reason) {
      if (!(reason instanceof Refusal) || reason.code !== 'csrf' || !this.renew) throw reason;
      await this.renew();
      return this.#send<T>(method, path, body, read);
    }
  }

  #send<T>(method: string, path: string, body: unknown, read: Reading<T>): Promise<T> {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    return this.#call<T>(path, { method, headers: { ...type, 'X-CSRF-Token': this.csrf }, ...json }, read);
  }

  async #call<T>(path: string, init: RequestInit, read: Reading<T> = parsed): Promise<T> {
    const response = await this.#answer(path, init);
    if (!response.ok) throw this.#refused(await Refusal.from(response));
    return read(await response.text());
  }

  async #answer(path: string, init: RequestInit): Promise<Response> {
    try {
      return await this.#fetch(path, { credentials: 'same-origin', ...init });
    } catch (reason) {
      if (init.signal?.aborted) throw reason;
      throw this.#refused(Refusal.unreachable());
    }
  }

  #refused(refusal: Refusal): Refusal {
    this.onRefusal(refusal);
    return refusal;
  }
}

export function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'object') for (const one of value) search.append(name, one);
    else if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}
