import { z } from 'zod';
import { entity, ifVersion } from '#functions/kernel/entity.ts';
import { badRequest, conflict } from '#functions/kernel/errors.ts';
import { commit, orElse } from '#functions/kernel/table.ts';
import { assertStorableFilter } from '#functions/leads/api.ts';
import type { AssignmentSettings } from '#shared/api/lead-assignments.ts';

/** How a tenant deals out leads, and whose turn it is: one item. */
const Dealing = entity('leadDealing', {
  fields: z.object({
    settings: z.custom<AssignmentSettings>().optional(),
    version: z.number().default(0),
    /** Leads dealt so far, in all: the turn of round-robin. */
    turn: z.number().optional(),
  }),
  key: { partition: [], sort: [] },
});

const fresh: AssignmentSettings = {
  strategy: 'round-robin',
  agentIds: [],
  groupIds: [],
  rules: [],
  version: 0,
};

export async function readSettings(): Promise<AssignmentSettings> {
  const dealing = await Dealing.find({});
  if (!dealing?.settings) return fresh;
  const { rules, ...settings } = dealing.settings;
  // Settings of earlier versions name no groups.
  return {
    ...fresh,
    ...settings,
    rules: rules.map((rule) => ({ ...rule, groupIds: rule.groupIds ?? [] })),
    version: dealing.version,
  };
}

/** Characters of the settings: their item has room for 400 KB. */
const keptLength = 200_000;

/** @throws 400 for a filter that says nothing and for too many rules; 409 when they have changed since */
export async function updateSettings(changes: Partial<AssignmentSettings>): Promise<AssignmentSettings> {
  const settings = { ...(await readSettings()), ...changes };
  for (const { filter } of settings.rules) assertStorableFilter(filter);
  if (JSON.stringify(settings).length > keptLength)
    throw badRequest('These rules have too many agents and values to be kept. Please make them fewer.');
  const changed = conflict(
    'Somebody has changed these settings since you opened them. Reload them and try again.',
  );
  const write = Dealing.upsert({})
    .set({ settings, version: settings.version + 1 })
    .where(ifVersion(settings.version).where);
  await commit(orElse(write.params(), changed));
  return readSettings();
}

/** Takes `count` turns at once and answers the first: however many ask at an instant, no turn is given twice. */
export async function takeTurns(count: number): Promise<number> {
  const { data } = await Dealing.upsert({}).add({ turn: count }).go({ response: 'updated_new' });
  return (data.turn ?? count) - count;
}
