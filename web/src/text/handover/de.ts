import type { HandOverTexts } from './en';

export const de: HandOverTexts = {
  title: 'Fortsetzen in …',
  why: (from) =>
    `Ein anderes Programm macht im selben Ordner weiter. Ihm wird zuerst der Text unten gesagt, und sonst nichts von dem, was ${from} weiß. Diese Sitzung bleibt, wie sie ist.`,
  program: 'Programm',
  none: 'Keins der Programme, die hier installiert sind, nimmt einen ersten Auftrag an.',
  takesNone: (programs) => `Nicht angeboten: ${programs}. Sie nehmen keinen ersten Auftrag an.`,
  prompt: 'Was ihm zuerst gesagt wird',
  promptHint:
    'Du kannst alles daran ändern. Das ganze Gespräch wird in die darin genannte Datei geschrieben, für 30 Tage.',
  tooLong: 'Ein erster Auftrag darf höchstens 16 KiB haben: kürze ihn.',
  reading: 'Das Gespräch wird gelesen …',
  masked: (n) =>
    n === 0
      ? 'Nichts darin sah wie ein Geheimnis aus.'
      : n === 1
        ? '1 Geheimnis darin wurde verdeckt.'
        : `${String(n)} Geheimnisse darin wurden verdeckt.`,
  stillRuns: 'Das Programm dieser Sitzung läuft noch: beide würden im selben Ordner arbeiten.',
  asks: 'Das Programm fragt, bevor es handelt.',
  start: 'Starten',
  starting: 'Wird gestartet …',
};
