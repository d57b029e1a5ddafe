/** Keys that programs in terminals use, and the bytes that they get for them. */
export const programKeys = {
  'Control+k': '0b',
  'Control+b': '02',
  'Control+w': '17',
  'Control+r': '12',
  'Control+p': '10',
};
export const editingKeys = { 'Alt+b': '1b62', Enter: '0d', 'Shift+Enter': '0a', Tab: '09', Escape: '1b' };
