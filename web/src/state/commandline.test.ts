import { describe, expect, it } from 'vitest';
import { readable } from './commandline';

describe('a command that will run', () => {
  it('is quoted where a shell would need it', () => {
    expect(readable({ argv: ['/bin/codex', '-C', "/home/me/it's here", ''], prompted: false }, '')).toBe(
      "/bin/codex -C '/home/me/it'\\''s here' ''",
    );
  });

  it('shows the first prompt at the end of its last word', () => {
    expect(readable({ argv: ['gemini', '--prompt-interactive='], prompted: true }, 'Fix it')).toBe(
      "gemini '--prompt-interactive=Fix it'",
    );
  });

  it('shows the beginning of a long prompt on one line', () => {
    const shown = readable({ argv: ['claude', '--', ' '], prompted: true }, `One\ntwo ${'x'.repeat(100)}`);
    expect(shown).toBe(`claude -- ' One two ${'x'.repeat(52)}…'`);
  });
});
