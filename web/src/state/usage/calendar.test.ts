import { describe, expect, it } from 'vitest';
import { addDays, dayIn, periodsOf } from './calendar';

const midnight = Date.UTC(2026, 10, 20, 23, 30);

describe('the day', () => {
  it('is the one of the place of the server', () => {
    expect(['UTC', 'Europe/Berlin', 'America/New_York'].map((zone) => dayIn(zone, midnight))).toEqual([
      '2026-11-20',
      '2026-11-21',
      '2026-11-20',
    ]);
  });

  it('is known for an offset as Java writes it', () => {
    expect(['Z', '+01:00', 'GMT+01:00', 'UTC-05:00'].map((zone) => dayIn(zone, midnight))).toEqual([
      '2026-11-20',
      '2026-11-21',
      '2026-11-21',
      '2026-11-20',
    ]);
  });

  it('is that of the browser where the place is unknown', () => {
    expect(dayIn('Nowhere/Else', midnight)).toBe(dayIn(undefined, midnight));
  });
});

describe('a span', () => {
  it('of days ends with today, across months', () => {
    const days = periodsOf('7d', '2026-03-02');
    expect(days.map(({ key }) => key.slice(5))).toEqual([
      '02-24',
      '02-25',
      '02-26',
      '02-27',
      '02-28',
      '03-01',
      '03-02',
    ]);
    expect(days.every(({ key, from, to }) => key === from && key === to)).toBe(true);
    expect(periodsOf('30d', '2026-11-22').at(0)?.key).toBe('2026-10-24');
  });

  it('of months has twelve, each with all its days', () => {
    const months = periodsOf('12m', '2026-03-31');
    expect(months).toHaveLength(12);
    expect(months[0]).toEqual({ key: '2025-04', from: '2025-04-01', to: '2025-04-30' });
    expect(months[10]).toEqual({ key: '2026-02', from: '2026-02-01', to: '2026-02-28' });
    expect(months[11]).toEqual({ key: '2026-03', from: '2026-03-01', to: '2026-03-31' });
  });

  it('counts days where the clock is changed', () => {
    expect(addDays('2026-10-24', 2)).toBe('2026-10-26');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  });
});
