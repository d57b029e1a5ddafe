import type { Terminal } from '@xterm/xterm';
import { givenSize } from './follow';

/** Where a finger's movement over the terminal goes. */
export type Turn = (pixels: number, at: Pick<Touch, 'clientX' | 'clientY'>) => void;

/** Less than this is a tap that trembled. */
const threshold = 6;

/** Lets fingers scroll: two always, one where nothing else would be done with it. */
export function scrollByTouch(place: HTMLElement, turn: Turn): void {
  let last: number | undefined;
  let moving = false;
  const begin = (event: TouchEvent) => {
    last = middle(event.touches);
    moving = event.touches.length > 1;
  };
  const move = (event: TouchEvent) => {
    const [now, finger] = [middle(event.touches), event.touches[0]];
    if (last === undefined || now === undefined || !finger) return;
    moving ||= Math.abs(last - now) > threshold;
    if (!moving) return;
    event.preventDefault();
    turn(last - now, finger);
    last = now;
  };
  const end = (event: TouchEvent) => {
    if (moving && event.cancelable) event.preventDefault(); // else the browser makes a click of it
    last = middle(event.touches);
    moving = event.touches.length > 0 && moving;
  };
  place.addEventListener('touchstart', begin, { passive: true });
  place.addEventListener('touchmove', move, { passive: false });
  place.addEventListener('touchend', end);
  place.addEventListener('touchcancel', end);
}

function middle(touches: TouchList): number | undefined {
  const all = [...touches];
  return all.length === 0 ? undefined : all.reduce((sum, { clientY }) => sum + clientY, 0) / all.length;
}

type Scrolled = Pick<Terminal, 'rows' | 'scrollLines' | 'modes' | 'buffer'>;

/** Where the program draws more than there is room for, the finger moves that first, as far as it goes. */
function scrolledWithin(place: HTMLElement, pixels: number): boolean {
  const host = place.parentElement;
  if (!host || !place.classList.contains(givenSize)) return false;
  const before = host.scrollTop;
  host.scrollTop += pixels;
  return host.scrollTop !== before;
}

/**
 * The text follows the finger, and beyond its beginning what is above it does. Where a program has the whole screen or
 * listens to the mouse, it gets the turning of a wheel instead.
 */
export function turningOf(terminal: Scrolled, place: HTMLElement): Turn {
  let rest = 0;
  return (deltaY, { clientX, clientY }) => {
    if (scrolledWithin(place, deltaY)) return;
    const wheel = new WheelEvent('wheel', { deltaY, clientX, clientY, bubbles: true, cancelable: true });
    const screen = place.querySelector('.xterm-screen') ?? place;
    if (terminal.buffer.active.type !== 'normal' || terminal.modes.mouseTrackingMode !== 'none') {
      screen.dispatchEvent(wheel);
      return;
    }
    // Past the emulator, which would turn by its own measure: who scrolls beyond the beginning listens further out.
    if (!place.dispatchEvent(wheel)) return;
    rest += (deltaY * terminal.rows) / Math.max(screen.clientHeight, 1);
    const lines = Math.trunc(rest);
    rest -= lines;
    if (lines !== 0) terminal.scrollLines(lines);
  };
}
