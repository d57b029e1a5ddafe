import type { UpdateSettings } from './update';
import type { ReviewSettings } from './review';

export interface Login {
  id: string;
  created_at: string;
  last_seen_at: string;
  address: string | null;
  agent: string | null;
  current: boolean;
}

export interface Enrolment {
  secret: string;
  otpauth_uri: string;
  recovery_codes: string[];
}

export type FreshProof = { code: string } | { password: string };

/** When programs that nobody uses are ended; seconds. */
export interface ReaperSettings {
  session_ttl: number;
  interval: number;
  dry_run: boolean;
  exempt: string[];
}

export interface Settings {
  reaper: ReaperSettings;
  updates: UpdateSettings;
  ai_review: ReviewSettings;
}
