import { Refusal } from '../net/refusal';
import type {
  ReviewChange,
  ReviewFailure,
  ReviewPreview,
  ReviewSettings,
  ReviewStatus,
  ReviewTrial,
} from '../protocol/review';
import type { SessionRow } from '../protocol/session';
import type { Settings } from '../protocol/settings';
import { words } from '../text/settings';
import { sentence } from '../text/problem';
import type { App } from './app.svelte';
import { mapOf } from './sets';

const path = '/api/settings';

/** What this settings page needs from the page around it. */
type Page = Pick<App, 'api' | 'attempt' | 'toasts'>;

/** The AI review's settings page: saved values, unsaved input, and the state of the runs. */
export class ReviewDesk {
  now = $state.raw<ReviewSettings>();
  status = $state.raw<ReviewStatus>();
  models = $state.raw<string[]>([]);
  trial = $state.raw<ReviewTrial>();
  preview = $state.raw<ReviewPreview>();
  /** What the server said no to, by field. */
  wrong = $state.raw<ReadonlyMap<string, string>>(mapOf());
  busy = $state<'models' | 'test' | 'save'>();
  address = $state('');
  key = $state('');
  model = $state('');
  instruction = $state('');
  readonly #app: Page;

  constructor(app: Page) {
    this.#app = app;
  }

  get changed(): boolean {
    return (
      this.key !== '' ||
      this.address.trim() !== (this.now?.base_url ?? '') ||
      this.model.trim() !== (this.now?.model ?? '') ||
      this.instruction.trim() !== this.now?.prompt.trim()
    );
  }

  async load(): Promise<void> {
    await this.#app.attempt(async () => {
      this.#take((await this.#app.api.get<Settings>(path)).ai_review);
      await this.follow();
    });
  }

  /** The state of the runs; reloaded with every event, without touching what is typed. */
  async follow(): Promise<void> {
    this.status = await this.#app.api.get<ReviewStatus>('/api/ai-review');
  }

  /** The four fields that belong together: an endpoint, its key, its model, and what to ask. */
  async save(): Promise<void> {
    await this.#while('save', async () => {
      await this.#patch({
        base_url: this.address.trim() || null,
        model: this.model.trim() || null,
        prompt: this.instruction.trim() || null,
        ...(this.key ? { api_key: this.key } : {}),
      });
      this.#app.toasts.say(words.review.saved);
    });
  }

  change(change: ReviewChange): Promise<void> {
    return this.#tried(() => this.#patch(change));
  }

  async listModels(): Promise<void> {
    await this.#while('models', async () => {
      const { models } = await this.#app.api.post<{ models: string[] }>('/api/ai-review/models', this.#endpoint());
      this.models = models;
      if (models.length === 0) this.#app.toasts.fail(words.review.noModels);
      else if (!models.includes(this.model)) this.model = models[0] ?? '';
    });
  }

  async test(): Promise<void> {
    this.trial = undefined;
    await this.#while('test', async () => {
      this.trial = await this.#app.api.post<ReviewTrial>('/api/ai-review/test', {
        ...this.#endpoint(),
        model: this.model.trim(),
        prompt: this.instruction.trim(),
      });
    });
  }

  async show(row: SessionRow): Promise<void> {
    this.preview = undefined;
    await this.#app.attempt(async () => {
      this.preview = await this.#app.api.get<ReviewPreview>('/api/ai-review/preview', { sid: row.id });
    });
  }

  async stop(): Promise<void> {
    await this.#app.attempt(() => this.#app.api.post('/api/ai-review/stop'));
  }

  #endpoint(): { base_url?: string; api_key?: string } {
    return {
      ...(this.address.trim() ? { base_url: this.address.trim() } : {}),
      ...(this.key ? { api_key: this.key } : {}),
    };
  }

  async #patch(ai_review: ReviewChange): Promise<void> {
    this.#take((await this.#app.api.patch<Settings>(path, { ai_review })).ai_review, ai_review);
    await this.follow();
  }

  /** Unsent input stays as typed. */
  #take(settings: ReviewSettings, sent?: ReviewChange): void {
    const whole = sent === undefined || 'base_url' in sent;
    this.now = settings;
    if (!whole) return;
    this.address = settings.base_url ?? '';
    this.model = settings.model ?? '';
    this.instruction = settings.prompt;
    this.key = '';
  }

  async #while(what: 'models' | 'test' | 'save', step: () => Promise<void>): Promise<void> {
    this.busy = what;
    await this.#tried(step);
    this.busy = undefined;
  }

  async #tried(step: () => Promise<void>): Promise<void> {
    try {
      this.wrong = mapOf();
      await step();
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      if (reason.fields.size > 0) this.wrong = bare(reason.fields);
      else this.#app.toasts.fail(said({ code: reason.code, detail: sentence(reason) }));
    }
  }
}

/** `ai_review.model` and `model` are the same field here. */
function bare(fields: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return mapOf([...fields].map(([field, message]) => [field.replace('ai_review.', ''), message]));
}

/** Why a call came to nothing, in the language of the page where it knows the word. */
export function said(failure: ReviewFailure): string {
  return words.review.trouble[failure.code] ?? failure.detail;
}
