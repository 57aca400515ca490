import { z } from 'zod';

/** What every saved view of a list has; a noun adds what its lists are made of. */
export const savedView = z.strictObject({
  name: z.string().trim().min(1).max(60),
  shared: z.boolean().default(false).describe('seen by the whole tenant'),
});

/** A view as it is answered. */
export const storedView = <Shape extends z.ZodRawShape>(view: z.ZodObject<Shape, z.core.$strict>) =>
  view.extend({ id: z.string(), ownerId: z.string(), version: z.number().int() });

export const viewVersion = z.number().int().optional().describe('refused when the view has changed since');
