import type { Schema } from './schema';

/** The hosts of the fleet, and the connection to them. */
export type Hosts = Schema<'Hosts'>;

export type FleetHost = Schema<'FleetHost'>;
