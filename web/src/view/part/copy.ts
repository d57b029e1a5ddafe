import type { App } from '../../state/app.svelte';
import { t } from '../../text';

/** Copies, and says honestly whether it did. */
export async function copy(app: App, text: string, said: string = t.copied): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    app.toasts.say(said);
  } catch {
    app.toasts.fail(t.copyFailed, { label: t.retry, run: () => void copy(app, text, said) });
  }
}
