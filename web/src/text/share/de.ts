import type { ShareTexts } from './en';

const changed = (count: number) => `${String(count)} ${count === 1 ? 'Änderung' : 'Änderungen'}`;
const cutLines = (count: number) => `${String(count)} ${count === 1 ? 'Zeile' : 'Zeilen'}`;
const cutFiles = (count: number) => `${String(count)} ${count === 1 ? 'ganze Datei' : 'ganze Dateien'}`;

export const de: ShareTexts = {
  title: 'Beiträge teilen',
  why: 'Eine Seite für Menschen, die hier keine Anmeldung haben. Sie hat, was unten steht, und sonst nichts von der Sitzung, und bleibt, wie sie jetzt ist.',
  from: 'Von Beitrag',
  to: 'Bis Beitrag',
  of: (count) => `von ${String(count)}`,
  reading: 'Das Gespräch wird gelesen …',
  preview: 'Was andere sehen werden',
  person: 'Person',
  thinking: 'Gedanken',
  masked: 'Verdeckt',
  nothing:
    'Nichts darin sah wie ein Geheimnis aus. Ein Passwort in gewöhnlichen Worten wird nicht erkannt: sieh selbst nach.',
  kind: {
    own: 'Geheimnis von svc',
    private_key: 'privater Schlüssel',
    key: 'Schlüssel oder Token',
    password: 'gespeichertes Passwort',
    address: 'Passwort in einer Adresse',
    header: 'Wert eines Headers',
    named: 'Wert, der Geheimnis heißt',
  },
  changes: {
    wanted: 'Mit den Änderungen',
    why: 'Was von den Änderungen dieser Beiträge geblieben ist, Zeile für Zeile',
    title: 'Änderungen',
    status: { added: 'neu', deleted: 'gelöscht', moved: 'verschoben', modified: 'geändert' },
    turn: (turn) => `Beitrag ${String(turn + 1)}`,
    line: (line) => `Zeile ${String(line)}`,
    from: (path) => `Verschoben von ${path}`,
    parts: 'Nur Teile dieser Datei sind bekannt, ihre Zeilennummern nicht.',
    missing: 'Hier fehlen Zeilen dieser Datei.',
    none: 'Das Protokoll der Sitzung nennt keine Änderung dieser Beiträge, die noch da ist.',
    unrecorded: 'Das Protokoll der Sitzung sagt nicht, was diese Beiträge geändert haben.',
    untold: (count) => `Weggelassen, weil nicht bekannt ist, welche Beiträge sie gemacht haben: ${changed(count)}.`,
    commands: (count) =>
      `Befehle dieser Beiträge, die Dateien geschrieben haben können, wovon das Protokoll nichts sagt: ${String(count)}.`,
    cut: (lines, files) =>
      `Zu viel für eine Seite und weggelassen: ${cutLines(lines)} der Dateien unten und ${cutFiles(files)}.`,
    more: 'Das Protokoll hat mehr, als gelesen wurde.',
    ends: { crlf: 'CR LF', none: 'kein Zeilenende' },
  },
  lasts: 'Der Link gilt',
  hours: { 24: '1 Tag', 72: '3 Tage', 168: '7 Tage', 720: '30 Tage' },
  file: 'Als Datei sichern',
  link: 'Link machen',
  linkWhy:
    'Wer den Link hat, sieht die Seite ohne Anmeldung, bis er abläuft oder du ihn in den Einstellungen zurücknimmst.',
  linked: 'Der Link, der nur jetzt zu sehen ist',
  until: (when) => `Er führt bis ${when} dorthin.`,
  copy: 'Link kopieren',
  copied: 'Link kopiert',
  saved: 'Seite gesichert',
};
