import type { components, operations } from './api.generated';

/** What openapi.json calls by a name. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** What an operation of openapi.json takes after the question mark. */
export type Query<Id extends keyof operations> = operations[Id] extends { parameters: { query?: infer Taken } }
  ? NonNullable<Taken>
  : never;
