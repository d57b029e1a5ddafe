import { FitAddon } from '@xterm/addon-fit';
import { UnicodeGraphemesAddon } from '@xterm/addon-unicode-graphemes';
import { WebLinksAddon } from '@xterm/addon-web-links';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { watchClipboard } from './clipboard';
import { followCursor, givenSize } from './follow';
import { muteQuestions } from './mute';
import { terminalColours, terminalFont } from './palette';
import { accelerate } from './renderer';
import { Search } from './search';
import { reportWheel } from './wheel';
import { watchSelecting } from './selecting';
import type { Sink } from './stream';
import { scrollByTouch, turningOf } from './touch';

export interface Style {
  fontSize: number;
  fontFamily: string;
  screenReader: boolean;
}

/** Lines that the emulator keeps above its screen. */
const kept = 20_000;

/** What the emulator keeps free on the right. */
const scrollbar = 14;

/** The emulator and its add-ons. It is drawn into an element of its own that moves from place to place. */
export class Screen implements Sink {
  onInput: (bytes: Uint8Array<ArrayBuffer>) => void = () => undefined;
  onFit: (cols: number, rows: number) => void = () => undefined;
  onSelect: (text: string) => void = () => undefined;
  onLink: (address: string) => void = () => undefined;
  onClipboard: (text: string) => void = () => undefined;
  onScroll: (atTop: boolean, atBottom: boolean) => void = () => undefined;
  onKeys: (has: boolean) => void = () => undefined;
  /** Whether this tab is the one that may answer the program's questions. */
  answers: () => boolean = () => false;
  readonly terminal: Terminal;
  readonly search: Search;
  readonly #place = document.createElement('div');
  readonly #fit = new FitAddon();
  #opened = false;
  #takesKeys = false;
  #watch: ResizeObserver | undefined;

  constructor(style: Style) {
    this.#place.className = 'terminal-place';
    this.terminal = new Terminal({
      allowProposedApi: true,
      scrollback: kept,
      fontSize: style.fontSize,
      fontFamily: terminalFont(style.fontFamily),
      lineHeight: 1.2,
      theme: terminalColours(),
      minimumContrastRatio: 4.5,
      screenReaderMode: style.screenReader,
      cursorInactiveStyle: 'outline',
      macOptionIsMeta: true,
      smoothScrollDuration: 0,
    });
    // The emulator draws no cursor before its first focus, which the terminal of a pane may never have. It does after a
    // change between its two screens, and to leave the second one, which it does not show, changes nothing else.
    this.terminal.write('\x1b[?47l');
    this.search = new Search(this.terminal);
    this.#plug();
  }

  /** A Svelte attachment for the element that holds the terminal now. */
  show = (host: HTMLElement): (() => void) => {
    host.append(this.#place);
    this.#open();
    this.#watch = new ResizeObserver(() => {
      this.fit();
    });
    this.#watch.observe(host);
    this.fit();
    if (this.#takesKeys) this.#focus();
    this.#takesKeys = false;
    return () => {
      this.#watch?.disconnect();
      this.#takesKeys = this.hasKeys; // moved, not left: the focus comes along
      this.#place.remove();
      this.onKeys(false);
    };
  };

  /** A person who started a program wants to type into it: it has the keys as soon as it can be seen. */
  takeKeys(): void {
    if (this.#place.isConnected) this.#focus();
    else this.#takesKeys = true;
  }

  /** Whether what is typed arrives here. */
  get hasKeys(): boolean {
    return this.#place.contains(document.activeElement);
  }

  write(data: string | Uint8Array, done?: () => void): void {
    this.terminal.write(data, done);
  }

  reset(): void {
    this.terminal.reset();
  }

  resize(cols: number, rows: number): void {
    if (cols !== this.terminal.cols || rows !== this.terminal.rows) this.terminal.resize(cols, rows);
  }

  /** The size that would fill the place now, or the last one while it is hidden. */
  wanted(): { cols: number; rows: number } {
    const proposed = this.#place.isConnected ? this.#fit.proposeDimensions() : undefined;
    const { cols, rows } = proposed ?? this.terminal;
    return { cols: bounded(cols, this.terminal.cols), rows: bounded(rows, this.terminal.rows) };
  }

  /** The size of one character, and what the place has left over beside and below whole ones. */
  get grain(): { width: number; height: number; right: number; below: number } | undefined {
    const drawn = this.#place.querySelector('.xterm-screen')?.getBoundingClientRect();
    if (!drawn?.width || !drawn.height) return undefined;
    const { cols, rows } = this.wanted();
    const [width, height] = [drawn.width / this.terminal.cols, drawn.height / this.terminal.rows];
    const { clientWidth, clientHeight } = this.#place;
    return { width, height, right: clientWidth - scrollbar - cols * width, below: clientHeight - rows * height };
  }

  fit(): void {
    if (!this.#place.isConnected || this.#place.clientHeight === 0) return;
    const { cols, rows } = this.wanted();
    this.onFit(cols, rows);
  }

  /** Everything that can be scrolled to, as one text. */
  get text(): string {
    const { active } = this.terminal.buffer;
    const lines = Array.from({ length: active.length }, (_, at) => active.getLine(at)?.translateToString(true) ?? '');
    return lines.join('\n');
  }

  /** Whether there is anything to read. */
  get hasText(): boolean {
    const { active } = this.terminal.buffer;
    const shown = Math.min(active.length, this.terminal.rows);
    return (
      active.baseY > 0 ||
      Array.from({ length: shown }, (_, at) => active.getLine(at)).some((line) => line?.translateToString(true).trim())
    );
  }

  /** Whether the oldest lines had to go, because the emulator keeps only so many. */
  get overflowed(): boolean {
    return this.terminal.buffer.normal.length >= kept + this.terminal.rows;
  }

  /** Nothing older can be scrolled to, and the wheel is not the program's. */
  get isAtStart(): boolean {
    const { active } = this.terminal.buffer;
    return active.type === 'normal' && active.viewportY === 0 && this.terminal.modes.mouseTrackingMode === 'none';
  }

  /** The program draws the whole screen itself and takes the wheel: nothing older can be scrolled to here. */
  get paintsAll(): boolean {
    const { buffer, modes } = this.terminal;
    return buffer.active.type === 'alternate' || modes.mouseTrackingMode !== 'none';
  }

  /** Tells of everything that the program draws from now on; returns how to stop that. */
  onDrawn(told: () => void): () => void {
    const listening = this.terminal.onWriteParsed(told);
    return () => {
      listening.dispose();
    };
  }

  /** Whether its place decides how large the program draws. Else it is as large as that, and scrolled. */
  setDecides(decides: boolean): void {
    this.#place.classList.toggle(givenSize, !decides);
  }

  restyle(style: Style): void {
    const { options } = this.terminal;
    options.fontSize = style.fontSize;
    options.fontFamily = terminalFont(style.fontFamily);
    options.screenReaderMode = style.screenReader;
    options.theme = terminalColours();
    this.fit();
  }

  /** Keys that the page handles itself; the rest is typed into the program. Returns how to remove it. */
  onFocusKeys(mine: (event: KeyboardEvent) => boolean): () => void {
    this.terminal.attachCustomKeyEventHandler((event) => !mine(event));
    return () => {
      this.terminal.attachCustomKeyEventHandler(() => true);
    };
  }

  paste(text: string): void {
    if (this.#opened) this.terminal.paste(text);
    else this.terminal.input(this.pastesWhole ? `\x1b[200~${text}\x1b[201~` : text); // never drawn, it has no field
  }

  /** Whether the program takes a paste as one piece. Otherwise each line end in it is the Enter key. */
  get pastesWhole(): boolean {
    return this.terminal.modes.bracketedPasteMode;
  }

  dispose(): void {
    this.#watch?.disconnect();
    this.#place.remove();
    this.terminal.dispose();
  }

  #plug(): void {
    const { terminal } = this;
    terminal.loadAddon(this.#fit);
    terminal.loadAddon(new UnicodeGraphemesAddon());
    terminal.loadAddon(
      new WebLinksAddon((_, address) => {
        this.onLink(address);
      }),
    );
    terminal.options.linkHandler = {
      activate: (_, address) => {
        this.onLink(address);
      },
      allowNonHttpProtocols: false,
    };
    muteQuestions(terminal, () => !this.answers());
    watchClipboard(terminal, (text) => {
      // A replay repeats what was asked for long ago, and the clipboard is that of the person who types.
      if (this.answers()) this.onClipboard(text);
    });
    const encoder = new TextEncoder();
    terminal.onData((text) => {
      this.onInput(encoder.encode(text));
    });
    terminal.onBinary((text) => {
      this.onInput(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
    });
    const scrolled = () => {
      const { viewportY, baseY } = terminal.buffer.active;
      this.onScroll(viewportY === 0 && baseY > 0, viewportY === baseY);
    };
    terminal.onScroll(scrolled);
  }

  /** A window in the background has no focus, and no event says where it will be. */
  #focus(): void {
    this.terminal.focus();
    this.onKeys(this.hasKeys);
  }

  #open(): void {
    if (this.#opened) return;
    this.#opened = true;
    this.terminal.open(this.#place);
    // Not at once: the focus also leaves a terminal that is just being removed, and nothing may change meanwhile.
    for (const moved of ['focus', 'blur'])
      this.terminal.textarea?.addEventListener(moved, () => {
        queueMicrotask(() => {
          this.onKeys(this.hasKeys);
        });
      });
    watchSelecting(this.terminal, this.#place, (text) => {
      this.onSelect(text);
    });
    reportWheel(this.terminal, this.#place);
    scrollByTouch(this.#place, turningOf(this.terminal, this.#place));
    followCursor(this.terminal, this.#place);
    void accelerate(this.terminal);
  }
}

function bounded(value: number, otherwise: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(Math.floor(value), 1), 1000) : otherwise;
}
