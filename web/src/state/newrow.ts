import type { EngineKey, SessionRow } from '../protocol/session';

/** What is known of a session before the server lists it. */
export function newRow(id: string, engine: EngineKey, cwd: string, host: string | null = null): SessionRow {
  const now = new Date().toISOString();
  const unknown = {
    project_id: null,
    kept: 'here' as const,
    leaves_at: null,
    copied: false,
    brought: false,
    handed_from: null,
    handed_to: null,
    continue_at: null,
    elsewhere: null,
    background: [],
    message_count: null,
    model: null,
    branch: null,
    size_bytes: 0,
    review: null,
    question: null,
    review_off: false,
    parent_id: null,
    unreadable: 0,
    trouble: null,
    usage: null,
    host,
    host_seen: null,
  };
  const title = { title: null, title_source: 'none', first_message: null } as const;
  const state = {
    sticky: false,
    archived: false,
    snoozed: false,
    snoozed_until: null,
    live: true,
    status: 'idle',
    created_at: now,
    updated_at: now,
  } as const;
  const there = host === null ? id : id.slice(0, id.lastIndexOf('@'));
  return { id, engine, native_id: there.slice(id.indexOf(':') + 1), cwd, ...title, ...unknown, ...state };
}
