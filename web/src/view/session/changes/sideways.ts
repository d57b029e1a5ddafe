/** Wheels and fingers that go sideways over an element scroll another one: all its long lines at once. */
export function sideways(bar: () => HTMLElement | undefined): (over: HTMLElement) => () => void {
  return (over) => {
    let last: { id: number; x: number } | undefined;

    const wheel = (event: WheelEvent) => {
      const across = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      const to = bar();
      if (!to || across === 0 || (!event.shiftKey && Math.abs(event.deltaX) < Math.abs(event.deltaY))) return;
      to.scrollLeft += across;
      event.preventDefault();
    };
    const down = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') last = { id: event.pointerId, x: event.clientX };
    };
    const move = (event: PointerEvent) => {
      const to = bar();
      if (last?.id !== event.pointerId || !to) return;
      to.scrollLeft += last.x - event.clientX;
      last = { id: event.pointerId, x: event.clientX };
    };
    const up = () => {
      last = undefined;
    };
    over.addEventListener('wheel', wheel, { passive: false });
    over.addEventListener('pointerdown', down);
    over.addEventListener('pointermove', move);
    for (const end of ['pointerup', 'pointercancel'] as const) over.addEventListener(end, up);
    return () => {
      over.removeEventListener('wheel', wheel);
      over.removeEventListener('pointerdown', down);
      over.removeEventListener('pointermove', move);
      for (const end of ['pointerup', 'pointercancel'] as const) over.removeEventListener(end, up);
    };
  };
}
