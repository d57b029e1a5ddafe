import type { ITheme } from '@xterm/xterm';

const names = [
  'black',
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  'white',
  'brightBlack',
  'brightRed',
  'brightGreen',
  'brightYellow',
  'brightBlue',
  'brightMagenta',
  'brightCyan',
  'brightWhite',
] as const;

/** The terminal's colours, read from the tokens of the theme in force. */
export function terminalColours(root: Element = document.documentElement): ITheme {
  const style = getComputedStyle(root);
  const token = (name: string) => style.getPropertyValue(`--terminal-${name}`).trim();
  const sixteen = names.map((name) => [name, token(name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))]);
  return {
    ...(Object.fromEntries(sixteen) as ITheme),
    background: token('surface'),
    foreground: token('text'),
    cursor: token('cursor'),
    cursorAccent: token('surface'),
    selectionBackground: token('selection'),
    ...scrollbar(style.getPropertyValue('--border-control').trim()),
  };
}

/** As all other bars: the emulator draws its own. */
function scrollbar(colour: string): ITheme {
  const [quiet, held] = [`${colour}99`, colour];
  return {
    scrollbarSliderBackground: quiet,
    scrollbarSliderHoverBackground: held,
    scrollbarSliderActiveBackground: held,
  };
}

export function terminalFont(own: string, root: Element = document.documentElement): string {
  const usual = getComputedStyle(root).getPropertyValue('--font-mono').trim();
  return own ? `"${own.replaceAll('"', '')}", ${usual}` : usual;
}
