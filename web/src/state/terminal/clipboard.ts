import type { Terminal } from '@xterm/xterm';

const longest = 1_000_000;

/** OSC 52: a program may ask to put text on the clipboard, and a person decides. It may never read the clipboard. */
export function watchClipboard(terminal: Terminal, ask: (text: string) => void): void {
  terminal.parser.registerOscHandler(52, (data) => {
    const payload = data.slice(data.indexOf(';') + 1);
    const text = payload === '?' || payload.length > longest ? undefined : decoded(payload);
    if (text) ask(text);
    return true;
  });
}

function decoded(base64: string): string | undefined {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
