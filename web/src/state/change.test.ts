import { expect, it } from 'vitest';
import type { JournalEvent } from '../protocol/journal';
import { full } from '../text/when';
import { told, whoOf } from './change';

function security(type: string, data: Record<string, unknown>): string {
  const event = { seq: 1, at: '2026-11-24T10:00:00Z', category: 'security', type, subject: '', actor: 'admin', data };
  const { from, to } = told(event as unknown as JournalEvent, () => 'a project');
  return from ? `${from} → ${to}` : to;
}

it('says security events in words', () => {
  const since = '2026-11-24T09:50:00Z';
  expect(security('codes_guessed', { wrong: '3', since })).toBe(`3 wrong codes since ${full(since)}`);
  expect(security('login_failed', { step: 'password' })).toBe('wrong password');
  expect(security('login_failed', { step: 'code' })).toBe('wrong code');
  expect(security('recovery_code_used', { left: '1' })).toBe('1 recovery code left');
  expect(security('token_created', { name: 'report', scopes: 'read,drive' })).toBe('report, read drive');
  expect(security('text_sent', { session: 'engine_1:a', characters: '12' })).toBe('12 characters');
  expect(security('update_applied', { result: 'done', from: '1.2.0', to: '1.3.0' })).toBe('1.2.0 → 1.3.0');
});

it('calls an update by what became of it', () => {
  const what = (data: Record<string, unknown>) =>
    told({ type: 'update_applied', category: 'security', data } as unknown as JournalEvent, () => '').what;
  expect(what({ result: 'done' })).toBe('Updated');
  expect(what({ result: 'failed' })).toBe('Update failed');
  expect(what({ result: 'returned' })).toBe('Update taken back');
});

it('says what was asked and answered, and what became of it', () => {
  const asked = { session: 'engine_1:a', question: '9f', title: 'Run it?', choice: 'Yes', by: 'svc answer' };
  expect(security('question_answered', { ...asked, words: 'once', shown: 'Bash' })).toBe(
    'Run it? → Yes, once, svc answer',
  );
  expect(security('answer_settled', { ...asked, how: 'not_taken' })).toBe('Run it? → Yes, Not taken, svc answer');
  expect(security('answer_failed', asked)).toBe('Run it? → Yes, svc answer');
});

it('says what it has no words for as it is', () => {
  expect(security('taken_over', { viewer: 'another tab' })).toBe('another tab');
  expect(security('login_failed', { step: 'something newer' })).toBe('something newer');
});

it('says of which host somebody was who changed something there', () => {
  const by = (actor: string, host: string | null) => whoOf({ actor } as unknown as JournalEvent, host);
  expect(by('cli', null)).toBe('command line');
  expect(by('cli', 'forge-1')).toBe('command line, forge-1');
  expect(by('ada@laptop-3', 'forge-1')).toBe('ada@laptop-3');
});
