import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sessionId, writeConversation } from '../stores.ts';

/** Fills a home with sessions, and installs a script as their program. */
export function furnish(home: string, sessions: number, program: string): Record<string, string> {
  for (let at = 0; at < sessions; at++)
    writeConversation(home, {
      id: sessionId(at),
      title: `Session number ${String(at)}`,
      folder: 'src/app',
      said: ['Please look.', 'Done.'],
    });
  const file = join(home, 'program');
  writeFileSync(file, program);
  chmodSync(file, 0o755);
  return { SVC_ENGINE1_BIN: file };
}
