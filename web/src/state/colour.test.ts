import { expect, it } from 'vitest';
import { channels, contrast, visible } from './colour';

const chosen = ['#000000', '#ffffff', '#ff0000', '#123456', '#fedcba', '#2f9e8a', 'nonsense'];

it.each(chosen.flatMap((colour) => (['dark', 'light', 'contrast'] as const).map((theme) => ({ colour, theme }))))(
  '$colour can be seen in the $theme theme',
  ({ colour, theme }) => {
    const surface = theme === 'dark' ? '#1b2938' : theme === 'light' ? '#dcebfb' : '#002a52';
    expect(contrast(channels(visible(colour, theme)), channels(surface))).toBeGreaterThanOrEqual(3);
  },
);

it('a colour that can be seen already stays as it was chosen', () => {
  expect(visible('#2f9e8a', 'dark')).toBe('#2f9e8a');
});
