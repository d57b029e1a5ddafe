import { expect, it } from 'vitest';
import { elsewhere } from '../../test/server';
import { waysOf } from './ways';

it('what is known for sure is joined where that is possible, or brought here, and never doubled', () => {
  expect(waysOf(elsewhere())).toEqual({ join: true, bring: true, insist: false });
  expect(waysOf(elsewhere({ where: 'tty', place: null, join: false }))).toEqual({
    join: false,
    bring: true,
    insist: false,
  });
});

it('what serves several sessions is not ended for one of them', () => {
  expect(waysOf(elsewhere({ where: 'daemon', place: null, join: false })).bring).toBe(false);
});

it('what is only presumed cannot be ended, and somebody may know better', () => {
  expect(waysOf(elsewhere({ join: false, sure: false }))).toEqual({ join: false, bring: false, insist: true });
});
