/** What is said of programs outside svc. */
export const en = {
  title: 'This session runs outside svc',
  where: 'Where',
  since: 'Since',
  state: 'State',
  asks: 'Asks',
  joinWhy: 'Join shows its terminal here as well. The program stays where it is; leaving ends nothing.',
  noWay: 'Its terminal cannot be shared; read along in the transcript, which grows as it works, or bring it here.',
  noWayDaemon:
    'Its terminal cannot be shared; read along in the transcript, which grows as it works. Its program serves several sessions and is not ended for one of them.',
  notSure:
    'svc sees signs of a program, and cannot tell for sure that it is on this session. The transcript grows as it works.',
  joined: 'Joined',
  joinedAt: (place: string) => `Joined: ${place}`,
  left: 'Left; the program goes on there',
  bringHere: 'Bring here…',
  bringSure: 'End the program there, and go on here?',
  bringWhy: 'What it is doing now is interrupted. Once it has ended there, the session is resumed here.',
  bringYes: 'Bring here',
  insistSure: 'Resume although a program may be on it?',
  insistWhy: 'If one is, two programs write one history, and the conversation is damaged.',
};

export type OutsideTexts = typeof en;
