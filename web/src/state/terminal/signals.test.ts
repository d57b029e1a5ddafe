import { expect, it } from 'vitest';
import { signalName } from './signals';

it('says a signal by its name, whether it came as a number or as a name', () => {
  expect(['1', '9', '15', '40', 'SIGTERM'].map(signalName)).toEqual([
    'SIGHUP',
    'SIGKILL',
    'SIGTERM',
    'signal 40',
    'SIGTERM',
  ]);
});
