import { z } from 'zod';
import { entity } from '#functions/kernel/entity.ts';
import type { Variable } from '#shared/model/content.ts';

/** Names are unique in a tenant, so the name is the key. */
const Variables = entity('variable', {
  fields: z.object({ name: z.string(), body: z.custom<Variable>() }),
  key: { partition: [], sort: ['name'], casing: 'none' },
});

export const allVariables = async (): Promise<Variable[]> =>
  (await Variables.all('key')).map(({ body }) => body);

/** Refused where the tenant has a variable of that name. */
export const insertVariable = (variable: Variable) =>
  Variables.insert({ name: variable.name, body: variable });
