import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { connection, keys, model } from '#functions/kernel/table.ts';
import type { Variable } from '#shared/model/content.ts';

const Variables = new Entity(
  {
    model: model('variable'),
    attributes: {
      tenantId: { type: 'number', required: true },
      /** Names are unique in a tenant, so the name is the key. */
      name: { type: 'string', required: true },
      body: { type: 'any', required: true },
    },
    indexes: {
      all: {
        pk: { ...keys.primary.pk, composite: ['tenantId'] },
        sk: { ...keys.primary.sk, composite: ['name'], casing: 'none' },
      },
    },
  },
  connection,
);

export async function allVariables(): Promise<Variable[]> {
  const { data } = await Variables.query.all({ tenantId: tenantOf() }).go({ pages: 'all', consistent: true });
  return data.map(({ body }) => body as Variable);
}

/** Refused where the tenant has a variable of that name. */
export const insertVariable = (variable: Variable) =>
  Variables.create({ tenantId: tenantOf(), name: variable.name, body: variable }).params();
