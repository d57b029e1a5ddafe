import { focusOf } from '../keys';

const touch = '(pointer: coarse), (max-width: 720px)';

/**
 * Whether a terminal that comes into sight may have the focus. A person who is writing elsewhere keeps it, and so does
 * one who goes through the tabs by keyboard; a touch screen would show its keyboard.
 */
export function mayTakeKeys(document: Document): boolean {
  const at = document.activeElement;
  if (matchMedia(touch).matches || document.querySelector('dialog[open]')) return false;
  return focusOf(at) !== 'field' && at?.matches('[role=tab]:focus-visible') !== true;
}
