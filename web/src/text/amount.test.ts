import { afterEach, describe, expect, it } from 'vitest';
import { speak } from '.';
import { money, percent, roundMoney, roundTokens, tokens } from './amount';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

afterEach(() => speak('en'));

describe('money', () => {
  it('has its sign and two digits', () => {
    expect([0, 4.116, 31.4, 1792.6].map((amount) => money(amount, 'USD'))).toEqual([
      '$0.00',
      '$4.12',
      '$31.40',
      '$1,792.60',
    ]);
  });

  it('is never nothing where something was spent', () => {
    expect([0.000_01, 0.004, 0.01].map((amount) => money(amount, 'USD'))).toEqual(['<$0.01', '<$0.01', '$0.01']);
  });

  it('is written as in German', async () => {
    await speak('de');
    expect(plain(money(1792.6, 'USD'))).toBe('1.792,60 $');
  });

  it('has no more digits beside a line than the line needs', () => {
    expect([20, 0.5, 0.05, 0.001].map((amount) => roundMoney(amount, 'USD'))).toEqual([
      '$20',
      '$0.50',
      '$0.05',
      '$0.001',
    ]);
  });
});

describe('tokens', () => {
  it.each([
    [0, '0'],
    [873, '873'],
    [3410, '3.4 k'],
    [9999, '10.0 k'],
    [611_700, '612 k'],
    [999_600, '1.0 M'],
    [41_230_000, '41.2 M'],
    [1_250_000_000, '1.3 B'],
  ])('%i is %s', (amount, said) => {
    expect(plain(tokens(amount))).toBe(said);
  });

  it('are written as in German', async () => {
    await speak('de');
    expect([41_230_000, 612_000, 2_000_000_000].map(tokens).map(plain)).toEqual(['41,2 M', '612 k', '2,0 Mrd.']);
  });

  it('are whole beside a line that stands at a whole one', () => {
    expect([20_000_000, 2_500_000, 500].map(roundTokens).map(plain)).toEqual(['20 M', '2.5 M', '500']);
  });
});

it('a share is in hundredths, and a small one is not none', async () => {
  expect([0, 0.001, 0.617, 1].map(percent)).toEqual(['0%', '<1%', '62%', '100%']);
  await speak('de');
  expect(plain(percent(0.62))).toBe('62 %');
});
