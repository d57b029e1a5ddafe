/** The AI review as GET /api/settings tells it. */
export interface ReviewSettings {
  enabled: boolean;
  base_url: string | null;
  api_key: 'set' | 'unset';
  model: string | null;
  interval_minutes: number;
  request_timeout: number;
  max_sessions_per_run: number;
  apply_titles: boolean;
  prompt: string;
}

/** What PATCH /api/settings takes of it: null takes a value away. */
export type ReviewChange = {
  [Key in keyof Omit<ReviewSettings, 'api_key'>]?: ReviewSettings[Key] | null;
} & { api_key?: string | null };

export interface ReviewFailure {
  code: string;
  detail: string;
}

export interface ReviewRun {
  id: string;
  by_hand: boolean;
  started_at: string;
  ended_at: string;
  wanted: number;
  reviewed: number;
  failed: number;
  failure: ReviewFailure | null;
}

export interface ReviewError extends ReviewFailure {
  at: string;
  sid: string;
}

/** GET /api/ai-review. */
export interface ReviewStatus {
  state: 'off' | 'idle' | 'running';
  armed: boolean;
  current: { id: string; by_hand: boolean; done: number; wanted: number } | null;
  next_run: string | null;
  runs: ReviewRun[];
  errors: ReviewError[];
  sends: { transcript: number; screen: number };
  readable_on_the_way: boolean;
}

export interface ReviewTrial {
  ok: boolean;
  took_ms: number;
  answer: { summary: string; needs_you: boolean; reason: string | null; title: string | null } | null;
  code: string | null;
  detail: string | null;
}

export interface ReviewPreview {
  rules: string;
  material: string;
}
