import type { Schema } from './schema';

/** Why something was refused (RFC 9457), by the server or by the page itself. `code` is for programs, `detail` for people. */
export type Problem = Omit<Schema<'Problem'>, 'type'>;
