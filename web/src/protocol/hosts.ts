import type { Schema } from './schema';

/** The hosts of the fleet, and the connection to them. */
export type Hosts = Schema<'Hosts'>;

export type FleetHost = Schema<'FleetHost'>;

/** What a new session on another host can be begun with. */
export type Beginnings = Schema<'Beginnings'>;
