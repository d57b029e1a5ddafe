import type { ShareTexts } from './en';

export const de: ShareTexts = {
  title: 'Beiträge teilen',
  why: 'Eine Seite für Menschen, die hier keine Anmeldung haben. Sie hat die Beiträge unten und sonst nichts von der Sitzung, und bleibt, wie sie jetzt ist.',
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
