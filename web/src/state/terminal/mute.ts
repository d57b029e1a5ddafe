import type { Terminal } from '@xterm/xterm';

/**
 * Keeps the emulator from answering questions. A replay repeats questions that were answered long ago, and of several
 * viewers only the one who types may answer. Each handler says "done" while muted, so that nothing reaches the program.
 */
export function muteQuestions(terminal: Terminal, muted: () => boolean): void {
  const { parser } = terminal;
  const swallow = () => muted();
  for (const id of [
    { final: 'c' },
    { prefix: '>', final: 'c' },
    { prefix: '=', final: 'c' },
    { final: 'n' },
    { prefix: '?', final: 'n' },
    { prefix: '>', final: 'q' },
    { prefix: '?', final: 'u' },
    { intermediates: '$', final: 'p' },
    { prefix: '?', intermediates: '$', final: 'p' },
  ])
    parser.registerCsiHandler(id, swallow);
  // Nobody may learn the window's size and title, muted or not.
  parser.registerCsiHandler({ final: 't' }, () => true);
  parser.registerDcsHandler({ intermediates: '$', final: 'q' }, swallow);
  parser.registerDcsHandler({ intermediates: '+', final: 'q' }, swallow);
  for (const colour of [4, 10, 11, 12]) parser.registerOscHandler(colour, (data) => data.includes('?') && muted());
}
