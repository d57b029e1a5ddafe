import type { Terminal } from '@xterm/xterm';

/** Of a place in which a program draws at a size that is decided elsewhere. */
export const givenSize = 'has-given-size';

/**
 * Another window decides how much a program draws; one that is smaller sees what is being written. The place is as large
 * as all rows and columns then, and what holds it is scrolled. Where nothing moves, what somebody scrolled to stays.
 */
export function followCursor(terminal: Terminal, place: HTMLElement): void {
  let seen = '';
  terminal.onRender(() => {
    const host = place.parentElement;
    if (!host || !place.classList.contains(givenSize)) return;
    const { cursorX, cursorY } = terminal.buffer.active;
    const now = [cursorX, cursorY, terminal.cols, terminal.rows, host.clientWidth, host.clientHeight].join(' ');
    if (now === seen) return;
    seen = now;
    const screen = place.querySelector('.xterm-screen') ?? place;
    const [column, row] = [screen.clientWidth / terminal.cols, screen.clientHeight / terminal.rows];
    host.scrollTop = shown(host.scrollTop, cursorY * row, row, host.clientHeight);
    host.scrollLeft = shown(host.scrollLeft, cursorX * column, column, host.clientWidth);
  });
}

/** From where to show so much room, so that what begins at `at` is in it; no further than that needs. */
export function shown(from: number, at: number, length: number, room: number): number {
  return Math.min(Math.max(from, at + length - room), at);
}
