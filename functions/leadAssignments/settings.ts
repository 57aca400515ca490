import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { badRequest, conflict } from '#functions/kernel/errors.ts';
import { commit, connection, keys, model, orElse } from '#functions/kernel/table.ts';
import { assertStorableFilter } from '#functions/leads/api.ts';
import type { AssignmentSettings } from '#shared/api/lead-assignments.ts';

/** How a tenant deals out leads, and whose turn it is: one item. */
const Dealing = new Entity(
  {
    model: model('leadDealing'),
    attributes: {
      tenantId: { type: 'number', required: true },
      settings: { type: 'any' },
      version: { type: 'number' },
      /** Leads dealt so far, in all: the turn of round-robin. */
      turn: { type: 'number' },
    },
    indexes: {
      own: {
        pk: { ...keys.primary.pk, composite: ['tenantId'] },
        sk: { ...keys.primary.sk, composite: [] },
      },
    },
  },
  connection,
);

const fresh: AssignmentSettings = { strategy: 'round-robin', agentIds: [], rules: [], version: 0 };
const own = () => ({ tenantId: tenantOf() });

export async function readSettings(): Promise<AssignmentSettings> {
  const { data } = await Dealing.get(own()).go({ consistent: true });
  return data?.settings ? { ...(data.settings as AssignmentSettings), version: data.version ?? 0 } : fresh;
}

/** Characters of the settings: their item has room for 400 KB. */
const keptLength = 200_000;

/** @throws 400 for a filter that says nothing and for too many rules; 409 when they have changed since */
export async function updateSettings(settings: AssignmentSettings): Promise<AssignmentSettings> {
  for (const { filter } of settings.rules) assertStorableFilter(filter);
  if (JSON.stringify(settings).length > keptLength)
    throw badRequest('These rules have too many agents and values to be kept. Please make them fewer.');
  await commit(
    orElse(
      Dealing.upsert(own())
        .set({ settings, version: settings.version + 1 })
        .where(({ version }, { eq, notExists }) =>
          settings.version === 0 ? notExists(version) : eq(version, settings.version),
        )
        .params(),
      conflict('Somebody has changed these settings since you opened them. Reload them and try again.'),
    ),
  );
  return readSettings();
}

/** Takes `count` turns at once and answers the first: however many ask at an instant, no turn is given twice. */
export async function takeTurns(count: number): Promise<number> {
  const { data } = await Dealing.upsert(own()).add({ turn: count }).go({ response: 'updated_new' });
  return (data?.turn ?? count) - count;
}
