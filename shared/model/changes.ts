import * as z from 'zod';

type Changes<S extends z.ZodRawShape> = {
  [K in keyof S]: z.ZodOptional<
    S[K] extends z.ZodDefault<infer T extends z.ZodType> | z.ZodPrefault<infer T extends z.ZodType> ? T : S[K]
  >;
};

/**
 * The same fields, each one optional and without its default. `.partial()` alone keeps defaults, and a default
 * fills in what a change leaves out: moving an element would empty its properties.
 */
export function changesOf<S extends z.ZodRawShape>(schema: z.ZodObject<S>) {
  const fields = Object.entries(schema.shape).map(([name, field]) => [
    name,
    z.optional(field instanceof z.ZodDefault || field instanceof z.ZodPrefault ? field.unwrap() : field),
  ]);
  return z.strictObject(Object.fromEntries(fields) as Changes<S>);
}
