import { pause } from '../../net/pause';
import { closeCode } from '../../protocol/terminal';

/** What the page does after a socket closed. `retry` says who has the session; the others wait for a person. */
export type Ending =
  | { then: 'retry'; after: number; held: string }
  | { then: 'signIn' }
  | { then: 'changePassword' }
  | { then: 'absent'; reason: string }
  | { then: 'ended' }
  | { then: 'refusedFrame' }
  | { then: 'notStarted'; reason: string };

const longest = 15_000;

export function afterClose(code: number, reason: string, attempt: number): Ending {
  switch (code) {
    case closeCode.signedOut:
      return { then: 'signIn' };
    case closeCode.changePassword:
      return { then: 'changePassword' };
    case closeCode.absent:
      return { then: 'absent', reason };
    case closeCode.ended:
      return { then: 'ended' };
    case closeCode.refusedFrame:
      return { then: 'refusedFrame' };
    case closeCode.notStarted:
      return { then: 'notStarted', reason };
    case closeCode.heldElsewhere:
      return { then: 'retry', after: Math.min(300 * 2 ** attempt, longest), held: reason };
    default:
      return { then: 'retry', after: pause(attempt + 1), held: '' };
  }
}
