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
  continueAt: {
    title: 'Weitermachen um …',
    why: 'Zu dieser Zeit wird ihrem Programm einmal der Text unten gesagt; läuft es nicht, wird es dafür fortgesetzt.',
    unless:
      'Nichts wird gesendet, wenn es etwas fragt, arbeitet, außerhalb von svc läuft oder an seiner Eingabe etwas getippt ist. Was daraus wurde, steht im Verlauf.',
    time: 'Wann',
    late: 'Die Zeit muss vor dir liegen, höchstens 30 Tage.',
    text: 'Was ihm gesagt wird',
    textWrong: 'Der Text darf nicht leer sein und höchstens 4.000 Zeichen haben.',
    reset: (when) => `Wenn das Limit neu beginnt: ${when}`,
    set: 'Zeit setzen',
  },
};
