import { z } from 'zod';
import { entity, ifVersion } from '#functions/kernel/entity.ts';
import { badRequest, conflict } from '#functions/kernel/errors.ts';
import { commit } from '#functions/kernel/table.ts';
import { defaultLeadSettings, type LeadSettings } from '#shared/model/lead.ts';
import { countsOf, readLeadCounts } from './counts.ts';

/** A tenant's statuses, custom fields and rules for its leads: one item. */
const Settings = entity('leadSettings', {
  fields: z.object({
    settings: z.custom<LeadSettings>(),
    version: z.number(),
    /** Duplicates are allowed or once were: leads may share a phone. */
    hadDuplicates: z.boolean().optional(),
  }),
  key: { partition: [], sort: [] },
});

/** The settings; statuses in the order of the funnel. */
export async function leadSettings(): Promise<LeadSettings> {
  const stored = await Settings.find({});
  if (!stored) return defaultLeadSettings;
  const { settings, version } = stored;
  return { ...settings, statuses: [...settings.statuses].sort((a, b) => a.order - b.order), version };
}

/** Whether leads of the tenant may share a phone, be it from an earlier time. */
export async function mayShareNumbers(): Promise<boolean> {
  const stored = await Settings.find({});
  return stored?.hadDuplicates === true || stored?.settings.allowDuplicatePhones === true;
}

const doubled = (values: readonly string[]) => values.find((value, at) => values.indexOf(value) !== at);

/** Characters of the settings: every import keeps them in its item, of 400 KB, beside its own head. */
const keptLength = 150_000;

/** Changes parts of the settings. @throws 400 for a key given twice or a status in use left out; 409 when they have changed */
export async function updateLeadSettings(changes: Partial<LeadSettings>): Promise<LeadSettings> {
  const settings = { ...(await leadSettings()), ...changes };
  const keysOf = (items: readonly { key: string }[]) => items.map(({ key }) => key);
  const twice = doubled(keysOf(settings.statuses)) ?? doubled(keysOf(settings.customFields));
  if (twice) throw badRequest(`The key ${twice} is there twice.`);
  if (JSON.stringify(settings).length > keptLength)
    throw badRequest('The choices of the custom fields are too many to be kept. Please make them fewer.');
  const used = countsOf(await readLeadCounts(), 'status');
  const gone = Object.keys(used).find((key) => !keysOf(settings.statuses).includes(key));
  if (gone) {
    const { statuses } = await leadSettings();
    const label = statuses.find(({ key }) => key === gone)?.label ?? gone;
    const [has, it] = used[gone] === 1 ? ['1 lead has', 'it'] : [`${used[gone]} leads have`, 'them'];
    throw badRequest(`${has} the status ${label}. Please give ${it} another one first.`);
  }
  const changed = conflict(
    'Somebody has changed these settings since you opened them. Reload them and try again.',
  );
  const hadDuplicates = settings.allowDuplicatePhones || (await mayShareNumbers());
  const after = { settings, version: settings.version + 1, hadDuplicates };
  await commit(Settings.put(after, ifVersion(settings.version, changed)));
  return leadSettings();
}
