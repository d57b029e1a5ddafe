import type { FreshProof } from '../protocol/settings';

/** Six digits are a code from the app; anything else is the password. */
export function proofOf(typed: string): FreshProof {
  const digits = typed.replace(/\s/g, '');
  return /^\d{6}$/.test(digits) ? { code: digits } : { password: typed };
}
