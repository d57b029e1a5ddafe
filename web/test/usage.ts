import type { UsageCounts, UsageLive, UsageNow, UsageRow, Usage } from '../src/protocol/usage';

const nothing: UsageCounts = {
  messages: 0,
  input: 0,
  output: 0,
  cache_read: 0,
  cache_write: 0,
  reasoning: 0,
  cost: null,
  unpriced: 0,
};

export function usageRow(key: string, change: Partial<UsageRow> = {}): UsageRow {
  return { ...nothing, key, label: key, engine: null, project: null, sessions: 1, last_at: null, ...change };
}

export function usage(rows: UsageRow[], change: Partial<Usage> = {}): Usage {
  return {
    rows,
    count: rows.length,
    total: nothing,
    sessions: rows.length,
    currency: 'USD',
    unpriced: [],
    complete: true,
    pending: 0,
    trouble: null,
    not_counted: [],
    prices: { source: 'builtin', as_of: '2026-11-01', trouble: null },
    zone: 'UTC',
    from: null,
    to: null,
    ...change,
  };
}

export function usageLive(sid: string, change: Partial<UsageLive> = {}): UsageLive {
  return {
    sid,
    title: sid,
    engine: 'engine_1',
    project: null,
    status: 'working',
    tokens_per_minute: 0,
    tokens_hour: 0,
    cost_hour: null,
    share: 0,
    tokens_today: 0,
    cost_today: null,
    series: Array.from({ length: 24 }, () => 0),
    ...change,
  };
}

export function usageNow(change: Partial<UsageNow> = {}): UsageNow {
  return {
    live: [],
    tokens_per_minute: 0,
    tokens_hour: 0,
    cost_hour: null,
    limits: [],
    budgets: { daily: null, spent_today: null, session: null, passed: [] },
    currency: 'USD',
    complete: true,
    ...change,
  };
}
