import { expect, it } from 'vitest';
import { entry as event } from '../../test/server';
import { sessionsOf, stepsOf, wayBack } from './batch';

it('tells what was archived in one go in one line, and takes it back as one', () => {
  const steps = stepsOf([event(4), event(3, { batch: 'b' }), event(2, { batch: 'b' }), event(1)]);
  expect(steps.map((step) => step.events.length)).toEqual([1, 2, 1]);
  expect(steps.map(sessionsOf)).toEqual([1, 2, 1]);
  expect(steps.map((step) => wayBack(step.event))).toEqual([{ seq: 4 }, { batch: 'b' }, { seq: 1 }]);
});

it('names a deleted project by the project, not by a session that lost it', () => {
  const [step] = stepsOf([
    event(3, { batch: 'b', type: 'unassigned' }),
    event(2, { batch: 'b', type: 'project_deleted', subject: 'p1' }),
  ]);
  expect(step?.event.type).toBe('project_deleted');
  expect(step && sessionsOf(step)).toBe(1);
});
