import { expect, it } from 'vitest';
import { onLoopback } from './loopback';

it('knows the addresses of this very machine, and no others', () => {
  for (const host of ['localhost', 'svc.localhost', '127.0.0.1', '127.1.2.3', '[::1]'])
    expect(onLoopback(host)).toBe(true);
  for (const host of ['127.0.0.1.example.org', 'localhost.example.org', '10.0.0.1', '[::2]', 'forge'])
    expect(onLoopback(host)).toBe(false);
});
