import type { z } from 'zod';

/** One domain event; the sample is checked against the schema by the tests and shown in the docs. */
export function defineEvent<S extends z.ZodType>(schema: S, sample: z.input<S>) {
  return { schema, sample };
}
