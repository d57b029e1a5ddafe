import { expect, it } from 'vitest';
import { row } from '../../test/server';
import { tabTitle } from './tabtitle';

const asking = (title: string, text: string) =>
  row(1, { title, status: 'waiting', question: { id: text, text, since: '2026-11-21T10:00:00.000Z' } });
const titleOf = ({ title }: { title: string | null }) => title ?? '';

it('the open session says what it asks', () => {
  const open = asking('open', 'Go on?');
  expect(tabTitle([asking('other', 'Why?'), open], open, titleOf)).toBe('(2) Go on? · open · svc');
});

it('an open session that asks nothing keeps its title', () => {
  expect(tabTitle([asking('other', 'Why?')], row(2, { title: 'open' }), titleOf)).toBe('(1) open · svc');
});

it('without an open session, what waits longest is said', () => {
  expect(tabTitle([asking('first', 'Why?'), asking('second', 'Go on?')], undefined, titleOf)).toBe(
    '(2) Why? · first · svc',
  );
});

it('nothing waits, nothing is open', () => {
  expect(tabTitle([], undefined, titleOf)).toBe('svc');
});
