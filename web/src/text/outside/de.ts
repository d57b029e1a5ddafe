import type { OutsideTexts } from './en';

export const de: OutsideTexts = {
  title: 'Diese Sitzung läuft außerhalb von svc',
  where: 'Wo',
  since: 'Seit',
  state: 'Zustand',
  asks: 'Fragt',
  joinWhy:
    'Beitreten zeigt ihr Terminal auch hier. Das Programm bleibt, wo es ist; durch das Verlassen endet es nicht.',
  noWay:
    'Ihr Terminal lässt sich nicht teilen; lies im Gespräch mit, das dabei weiterwächst, oder hol die Sitzung hierher.',
  noWayDaemon:
    'Ihr Terminal lässt sich nicht teilen; lies im Gespräch mit, das dabei weiterwächst. Ihr Programm bedient mehrere Sitzungen und wird nicht für eine davon beendet.',
  notSure:
    'svc sieht Anzeichen eines Programms und weiß nicht sicher, ob es an dieser Sitzung arbeitet. Das Gespräch wächst dabei weiter.',
  joined: 'Beigetreten',
  joinedAt: (place) => `Beigetreten: ${place}`,
  left: 'Verlassen; das Programm läuft dort weiter',
  bringHere: 'Hierher holen …',
  bringSure: 'Das Programm dort beenden und hier weitermachen?',
  bringWhy: 'Was es gerade tut, wird unterbrochen. Sobald es dort beendet ist, wird die Sitzung hier fortgesetzt.',
  bringYes: 'Hierher holen',
  insistSure: 'Fortsetzen, obwohl vielleicht ein Programm daran arbeitet?',
  insistWhy: 'Wenn das so ist, schreiben zwei Programme in ein Gespräch und beschädigen es.',
};
