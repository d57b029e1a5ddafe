import { tick } from 'svelte';
import type { Earlier } from '../earlier.svelte';
import type { TerminalSession } from './session.svelte';

/** Pixels from the top of what is loaded at which the next page is asked for. */
const near = 200;
const pixelsOfALine = 20;

export type Scroller = Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight'>;
type Turning = Pick<WheelEvent, 'deltaY' | 'deltaMode' | 'ctrlKey'>;
type Shown = Pick<TerminalSession, 'turns' | 'shortened'> & {
  screen: Pick<TerminalSession['screen'], 'text' | 'overflowed' | 'isAtStart'> & { terminal: { cols: number } };
};

/** Scrolling beyond the beginning of a terminal, into what was said before it, and back: as if it were one text. */
export class RunOn {
  /** The element that holds both; there while they are drawn. */
  scroller: Scroller | undefined;
  readonly earlier: Earlier;
  readonly #session: Shown;

  constructor(session: Shown, earlier: Earlier) {
    this.#session = session;
    this.earlier = earlier;
  }

  /** True when the wheel was handled here; the program's own wheel is never taken. */
  wheel({ deltaY, deltaMode, ctrlKey }: Turning): boolean {
    const { scroller, earlier } = this;
    if (!scroller || ctrlKey || deltaY === 0) return false;
    const below = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
    if (deltaY < 0 ? !this.#session.screen.isAtStart : below < 1) return false;
    const step = deltaMode === 0 ? deltaY : deltaY * pixelsOfALine;
    if (deltaY < 0 && !earlier.open) void this.#show(-step);
    else scroller.scrollTop += step;
    return true;
  }

  pageUp(): void {
    const page = (this.scroller?.clientHeight ?? 0) * 0.9;
    if (!this.earlier.open) void this.#show(page);
    else if (this.scroller) this.scroller.scrollTop -= page;
  }

  scrolled(): void {
    const { scroller, earlier } = this;
    if (scroller && earlier.open && !earlier.complete && scroller.scrollTop < near) void this.older();
  }

  older(): Promise<void> {
    return this.#show(0);
  }

  toTerminal(): void {
    if (this.scroller && this.earlier.open) this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  /** What is older comes in above, and what is being read stays where it is; then one step up. */
  async #show(step: number): Promise<void> {
    const { earlier, scroller } = this;
    const { screen, turns, shortened } = this.#session;
    const height = scroller?.scrollHeight ?? 0;
    if (earlier.open) await earlier.older();
    else
      await earlier.begin({
        turns,
        text: screen.text,
        overflowed: screen.overflowed || shortened,
        cols: screen.terminal.cols,
      });
    await tick();
    if (scroller && earlier.open) scroller.scrollTop += scroller.scrollHeight - height - step;
  }
}
