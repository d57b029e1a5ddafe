import type { EngineKey } from './session';

export type Theme = 'system' | 'light' | 'dark' | 'contrast';

/** What the page needs before it draws anything: GET /api/config. */
export interface Config {
  csrf_token: string;
  new_session_engines: EngineKey[];
  terminal_backend: 'dtach' | 'direct';
  theme: Theme;
  two_factor_enabled: boolean;
  /** Somebody who has the password tries codes. */
  wrong_codes: { count: number; since: string } | null;
  auth_mode: 'single-user' | 'none';
  username: string;
  version: string;
  instance: string | null;
  authenticated: boolean;
  mkdir_enabled: boolean;
  transcript_scrollback: boolean;
  takeover: boolean;
  upload_max_bytes: number;
  labels: Partial<Record<EngineKey, string>>;
}
