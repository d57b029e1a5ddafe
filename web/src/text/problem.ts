import { t } from './index';

interface Said {
  code: string;
  status: number;
  message: string;
  retryAfter?: number | undefined;
}

/** What went wrong and what to do, for people. The server's own reasons are shown as they are. */
export function sentence(refusal: Said): string {
  const { code, status, message } = refusal;
  const own = ['invalid', 'bad_request', 'conflict', 'disabled'].includes(code) ? message : '';
  if (own) return own;
  if (code === 'rate_limited') return t.problem.rate_limited(refusal.retryAfter ?? 30);
  const known = (t.problem as Record<string, unknown>)[code];
  return typeof known === 'string' ? known : message || t.problem.other(status);
}
