/**
 * A pasted text as the program may have it: line ends as the Enter key sends them, and nothing else below the space but
 * the tab. So a paste can neither press keys nor end the brackets around itself.
 */
export function cleanPaste(text: string): string {
  return (
    text
      .replace(/\r\n?|\n/g, '\r')
      // eslint-disable-next-line no-control-regex -- control characters are what this is about
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '')
  );
}

/** A path as a shell and the programs read it: quoted only where it must be. */
export function typedPath(path: string): string {
  return /^[\w@%+=:,./~-]+$/.test(path) ? `${path} ` : `'${path.replaceAll("'", `'\\''`)}' `;
}
