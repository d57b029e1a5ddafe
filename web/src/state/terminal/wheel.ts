import type { Terminal } from '@xterm/xterm';

/** No more lines than this for one turn: what is asked for is reported line by line. */
const most = 40;

/** How many lines a wheel was turned by; what is less than a line counts with the next turn. */
export class WheelLines {
  #rest = 0;

  /** In the direction of `deltaY`. `row` is the height of a line in pixels, `rows` how many make a page. */
  lines({ deltaY, deltaMode }: Pick<WheelEvent, 'deltaY' | 'deltaMode'>, row: number, rows: number): number {
    const unit = [1 / Math.max(row, 1), 1, rows][deltaMode] ?? 1;
    if (Math.sign(deltaY) !== Math.sign(this.#rest)) this.#rest = 0;
    this.#rest += deltaY * unit;
    const whole = Math.trunc(this.#rest);
    this.#rest -= whole;
    return Math.min(Math.abs(whole), most);
  }
}

/**
 * Tells a program that listens to the mouse of every line that the wheel was turned by: the emulator would tell it of one
 * line for each event, however far that went.
 */
export function reportWheel(terminal: Terminal, place: HTMLElement): void {
  const wheel = new WheelLines();
  const own = new WeakSet<Event>();
  place.addEventListener(
    'wheel',
    (event) => {
      if (own.has(event) || !(event.target instanceof Element)) return;
      const screen = place.querySelector('.xterm-screen');
      if (terminal.modes.mouseTrackingMode === 'none' || event.ctrlKey || event.shiftKey || !screen) return;
      const lines = wheel.lines(event, screen.clientHeight / terminal.rows, terminal.rows);
      event.preventDefault();
      event.stopPropagation();
      const { clientX, clientY, deltaY, altKey, ctrlKey, shiftKey, metaKey } = event;
      for (let at = 0; at < lines; at++) {
        const line = new WheelEvent('wheel', {
          ...{ clientX, clientY, altKey, ctrlKey, shiftKey, metaKey },
          deltaY: Math.sign(deltaY),
          deltaMode: 1,
          bubbles: true,
          cancelable: true,
        });
        own.add(line);
        event.target.dispatchEvent(line);
      }
    },
    { capture: true, passive: false },
  );
}
