/** Where the page shows one thing at a time, as its style does. */
export const phone = '(max-width: 720px), (pointer: coarse) and (max-height: 500px)';
