import type { components, operations } from './api.generated';

/** Schemas of openapi.json by name. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** The query parameters of an operation of openapi.json. */
export type Query<Id extends keyof operations> = operations[Id] extends { parameters: { query?: infer Taken } }
  ? NonNullable<Taken>
  : never;
