import type { ISearchDecorationOptions, ISearchOptions, SearchAddon } from '@xterm/addon-search';
import type { Terminal } from '@xterm/xterm';

/** Finds words in what a terminal shows. Loaded on first use: most terminals never need it. */
export class Search {
  onFound: (at: number, of: number) => void = () => undefined;
  readonly #terminal: Terminal;
  #addon: Promise<SearchAddon> | undefined;
  #wanted = '';

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  async find(text: string, direction: 'next' | 'previous', asTyped = false): Promise<void> {
    this.#wanted = text;
    const addon = await (this.#addon ??= this.#load());
    if (text !== this.#wanted) return; // more was typed while it was fetched
    const options: ISearchOptions = { incremental: asTyped, decorations: colours() };
    if (direction === 'next') addon.findNext(text, options);
    else addon.findPrevious(text, options);
  }

  async end(): Promise<void> {
    this.#wanted = '';
    (await this.#addon)?.clearDecorations();
    this.#terminal.clearSelection();
  }

  async #load(): Promise<SearchAddon> {
    const { SearchAddon: Addon } = await import('@xterm/addon-search');
    const addon = new Addon();
    this.#terminal.loadAddon(addon);
    addon.onDidChangeResults(({ resultIndex, resultCount }) => {
      this.onFound(resultIndex + 1, resultCount);
    });
    return addon;
  }
}

function colours(): ISearchDecorationOptions {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    matchBackground: token('--surface-highlight'),
    activeMatchBackground: token('--accent-fill'),
    matchOverviewRuler: token('--status-waiting'),
    activeMatchColorOverviewRuler: token('--accent-text'),
  };
}
