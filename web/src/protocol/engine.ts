import type { Schema } from './schema';

export type Unreadable = Schema<'Unreadable'>;

export type Engine = Schema<'Engine'>;

export type EngineLook = Schema<'EngineLook'>;
