const gap = 4;
const margin = 8;

/**
 * Places a menu at its button: below it, aligned left; aligned right or above it where it would not fit. It stands above
 * everything that clips, and the first item gets the focus.
 */
export function floating(anchor: () => HTMLElement | undefined, focusFirst = true) {
  return (element: HTMLElement): void => {
    const { style } = element;
    style.position = 'fixed'; // before anything is measured: in the flow it would stretch what it is measured by
    const box = anchor()?.getBoundingClientRect();
    if (!box) return;
    const { offsetWidth: width, offsetHeight: height } = element;
    const { innerWidth, innerHeight } = window;
    const fits = box.left + width + margin <= innerWidth;
    const below = box.bottom + gap + height <= innerHeight - margin || innerHeight - box.bottom >= box.top;
    const room = (below ? innerHeight - box.bottom : box.top) - gap - margin;
    style.left = `${String(Math.max(margin, fits ? box.left : box.right - width))}px`;
    style.top = `${String(below ? box.bottom + gap : box.top - gap - Math.min(height, room))}px`;
    style.maxHeight = `${String(Math.max(120, room))}px`;
    if (focusFirst) element.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
  };
}
