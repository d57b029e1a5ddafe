import type { Api } from '../net/api';
import { addressIn } from './fetched';
import { Refusal } from '../net/refusal';
import type { Config } from '../protocol/config';
import type { Place } from './place.svelte';
import { keep, kept } from './storage';

const wanted = 'wanted';

/** Whether this page may ask, under which token, and which server it belongs to. */
export class Access {
  config = $state.raw<Config>();
  /** What a person must do first, in another tab: what is typed here stays. */
  asks = $state<'signIn' | 'changePassword'>();
  /** The version of the server now, where it is another one than this page came from. */
  newVersion = $state<string>();
  /** A part of this page could not be fetched: another version is served now. */
  stale = $state(false);
  readonly #api: Api;
  readonly #place: Place;

  #leaving = false;

  constructor(api: Api, place: Place) {
    this.#api = api;
    this.#place = place;
    api.onRefusal = (refusal) => {
      this.#refused(refusal);
    };
    api.renew = () => this.configure().then(() => undefined);
  }

  async configure(): Promise<Config> {
    const config = await this.#api.get<Config>('/api/config');
    this.#api.csrf = config.csrf_token;
    if (this.config && this.config.version !== config.version) this.newVersion = config.version;
    // Keeps the version that this page came from: asking again does not change what it was built with.
    this.config = { ...config, version: this.config?.version ?? config.version };
    return config;
  }

  /** Somebody has seen the warning about wrong codes: no page shows it until there are more. */
  async wrongCodesSeen(): Promise<void> {
    await this.#api.delete('/api/2fa/wrong-codes');
    if (this.config) this.config = { ...this.config, wrong_codes: null };
  }

  goToWanted(): void {
    const address = kept(wanted, true);
    keep(wanted, null, true);
    if (address && window.location.pathname === '/') this.#place.goTo(address);
  }

  /** A part of the page did not come: the server is away for now, or is another version that has no such file. */
  async partMissing(reason: Error): Promise<void> {
    const address = addressIn(reason);
    if (!address) return;
    const answer = await fetch(address, { method: 'HEAD' }).catch(() => undefined);
    if (answer?.status === 404) this.stale = true;
  }

  /** A stream that ends may mean that the login did. */
  async check(): Promise<void> {
    try {
      await this.#api.get('/api/auth-check');
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
    }
  }

  #refused(refusal: Refusal): void {
    if (refusal.code === 'password_change_required') {
      if (this.config) this.asks = 'changePassword';
      else this.#leave('/change-password');
    }
    if (refusal.code !== 'unauthenticated') return;
    if (this.config) this.asks = 'signIn';
    else this.#toLogin();
  }

  /** A person who came with an address gets there after signing in. */
  #toLogin(): void {
    const { pathname, search, hash } = window.location;
    if (pathname !== '/') keep(wanted, pathname + search + hash, true);
    this.#leave('/login');
  }

  /** Several requests are refused at once, and a second step out would break off the first. */
  #leave(address: string): void {
    if (this.#leaving) return;
    this.#leaving = true;
    setTimeout(() => (this.#leaving = false), 5_000); // for a page that comes back from the browser's cache
    window.location.assign(address);
  }
}
