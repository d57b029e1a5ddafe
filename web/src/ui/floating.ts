/** Places a menu by its anchor, inside the window, above everything that clips; the first item gets the focus. */
export function floating(anchor: () => HTMLElement | undefined, focusFirst = true) {
  return (element: HTMLElement): void => {
    const box = anchor()?.getBoundingClientRect();
    if (!box) return;
    const { offsetWidth: width, offsetHeight: height } = element;
    const below = box.bottom + 4 + height <= window.innerHeight || box.top < height;
    element.style.position = 'fixed';
    element.style.left = `${String(Math.max(8, Math.min(box.left, window.innerWidth - width - 8)))}px`;
    element.style.top = `${String(below ? box.bottom + 4 : box.top - height - 4)}px`;
    element.style.maxHeight = `${String(Math.max(120, below ? window.innerHeight - box.bottom - 12 : box.top - 12))}px`;
    if (focusFirst) element.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
  };
}
