import type { Theme } from '../protocol/config';
import { keep, kept } from './storage';

export type Shown = 'light' | 'dark' | 'contrast';

/** The theme: chosen by a person, or the system's, which may change while the page is open. */
export class ThemeChoice {
  chosen = $state<Theme>(saved());
  #system = $state<Shown>('dark');
  readonly shown = $derived<Shown>(this.chosen === 'system' ? this.#system : this.chosen);

  follow(window: Window): () => void {
    const light = window.matchMedia('(prefers-color-scheme: light)');
    const contrast = window.matchMedia('(prefers-contrast: more)');
    const read = () => {
      this.#system = contrast.matches ? 'contrast' : light.matches ? 'light' : 'dark';
    };
    read();
    light.addEventListener('change', read);
    contrast.addEventListener('change', read);
    return () => {
      light.removeEventListener('change', read);
      contrast.removeEventListener('change', read);
    };
  }

  /** Kept here as well, so that the next visit shows it before the server has answered. */
  choose(theme: Theme): void {
    this.chosen = theme;
    keep('theme', theme === 'system' ? null : theme);
  }
}

/** The theme of the first paint stays until the server has answered. */
function saved(): Theme {
  const theme = kept('theme');
  return theme === 'light' || theme === 'dark' || theme === 'contrast' ? theme : 'system';
}
