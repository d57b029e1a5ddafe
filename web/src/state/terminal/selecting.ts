import type { Terminal } from '@xterm/xterm';

type Selected = Pick<Terminal, 'getSelection'>;

/**
 * Tells what a person selects with a pointer. The emulator selects by itself as well, such as what Find has found, and
 * that is nobody's wish to copy.
 */
export function watchSelecting(terminal: Selected, place: HTMLElement, tell: (text: string) => void): void {
  place.addEventListener(
    'pointerdown',
    ({ button }) => {
      if (button !== 0) return;
      const before = terminal.getSelection();
      const end = new AbortController();
      const { signal } = end;
      // The pointer may be let go of anywhere. The emulator follows the mouse events, which come after those of the pointer.
      window.addEventListener(
        'mouseup',
        () => {
          end.abort();
          const text = terminal.getSelection();
          if (text.trim() && text !== before) tell(text);
        },
        { signal },
      );
      window.addEventListener(
        'pointercancel',
        () => {
          end.abort();
        },
        { signal },
      );
    },
    { capture: true },
  );
}
