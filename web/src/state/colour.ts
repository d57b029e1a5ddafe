import type { Shown } from './theme.svelte';

/** The surfaces on which a project's colour is drawn, light and dark; each must be left by 3:1. */
const surfaces: Record<Shown, string[]> = {
  dark: ['#131719', '#1b2938'],
  light: ['#f5f7f8', '#dcebfb'],
  contrast: ['#000000', '#002a52'],
};

/** A colour somebody chose, moved towards white or black only as far as it must to be seen. */
export function visible(colour: string, theme: Shown): string {
  const towards = theme === 'light' ? 0 : 255;
  const start = channels(colour);
  for (let step = 0; step <= 20; step++) {
    const moved = start.map((channel) => Math.round(channel + ((towards - channel) * step) / 20));
    if (surfaces[theme].every((surface) => contrast(moved, channels(surface)) >= 3)) return hex(moved);
  }
  return hex([towards, towards, towards]);
}

export function contrast(a: readonly number[], b: readonly number[]): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((one, other) => other - one) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

export function channels(colour: string): number[] {
  const digits = /^#([0-9a-f]{6})$/i.exec(colour)?.[1] ?? '808080';
  return [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16));
}

function luminance(colour: readonly number[]): number {
  const linear = colour.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
}

function hex(colour: readonly number[]): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
