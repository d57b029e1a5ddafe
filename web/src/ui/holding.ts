const first = 400;
const next = 60;

/**
 * Runs at a press, and again and again while it is held. A press by keyboard is a click without a pointer; the click that
 * ends a hold does nothing more.
 */
export function holding(run: () => void, repeats: boolean) {
  return (element: HTMLElement): (() => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ran = false;
    const again = () => {
      ran = true;
      run();
      timer = setTimeout(again, next);
    };
    const stop = () => {
      clearTimeout(timer);
    };
    const down = (event: Event) => {
      event.preventDefault(); // the focus stays where it is, and with it the keyboard of a phone
      ran = false;
      stop();
      if (repeats) timer = setTimeout(again, first);
    };
    const click = () => {
      stop();
      if (!ran) run();
      ran = false;
    };
    const noMenu = (event: Event) => {
      event.preventDefault();
    };
    const ends = ['pointerup', 'pointercancel', 'pointerleave'].map((name) => [name, stop] as const);
    const listeners = [['pointerdown', down], ['click', click], ['contextmenu', noMenu], ...ends] as const;
    for (const [name, listener] of listeners) element.addEventListener(name, listener);
    return () => {
      stop();
      for (const [name, listener] of listeners) element.removeEventListener(name, listener);
    };
  };
}
