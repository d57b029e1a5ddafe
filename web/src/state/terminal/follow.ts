import type { Terminal } from '@xterm/xterm';

/**
 * The writer's window decides how many rows a program draws; a viewer with a lower window sees those being written.
 * The place is as high as all rows then, and what holds it is scrolled.
 */
export function followCursor(terminal: Terminal, place: HTMLElement): void {
  terminal.onRender(() => {
    const host = place.parentElement;
    if (!host || !place.classList.contains('is-watching') || host.scrollHeight <= host.clientHeight) return;
    const row = place.clientHeight / terminal.rows;
    const top = terminal.buffer.active.cursorY * row;
    const lowest = top + row - host.clientHeight;
    if (host.scrollTop < lowest) host.scrollTop = lowest;
    else if (host.scrollTop > top) host.scrollTop = top;
  });
}
