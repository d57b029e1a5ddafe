import type { EngineKey } from './session';

export interface Unreadable {
  kind: string;
  count: number;
  version: string | null;
}

export interface Engine {
  engine: EngineKey;
  alias: string;
  label: string;
  present: boolean;
  supports_new: boolean;
  new_session_reconciles: boolean;
  bin: string | null;
  version: string | null;
  store: string | null;
  sessions: number;
  unreadable: Unreadable[];
}
