import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { badRequest, conflict } from '#functions/kernel/errors.ts';
import { commit, connection, keys, model, orElse } from '#functions/kernel/table.ts';
import { defaultLeadSettings, type LeadSettings } from '#shared/model/lead.ts';
import { countsOf, readLeadCounts } from './counts.ts';

/** A tenant's statuses, custom fields and rules for its leads: one item. */
const Settings = new Entity(
  {
    model: model('leadSettings'),
    attributes: {
      tenantId: { type: 'number', required: true },
      settings: { type: 'any', required: true },
      version: { type: 'number', required: true },
      /** Duplicates are allowed or once were: leads may share a phone. */
      hadDuplicates: { type: 'boolean' },
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

/** The settings; statuses in the order of the funnel. */
export async function leadSettings(): Promise<LeadSettings> {
  const { data } = await Settings.get({ tenantId: tenantOf() }).go({ consistent: true });
  if (!data) return defaultLeadSettings;
  const settings = data.settings as LeadSettings;
  return {
    ...settings,
    statuses: [...settings.statuses].sort((a, b) => a.order - b.order),
    version: data.version,
  };
}

/** Whether leads of the tenant may share a phone, be it from an earlier time. */
export async function mayShareNumbers(): Promise<boolean> {
  const { data } = await Settings.get({ tenantId: tenantOf() }).go({ consistent: true });
  return data?.hadDuplicates === true || (data?.settings as LeadSettings)?.allowDuplicatePhones === true;
}

const doubled = (values: readonly string[]) => values.find((value, at) => values.indexOf(value) !== at);

/** Characters of the settings: every import keeps them in its item, of 400 KB, beside its own head. */
const keptLength = 150_000;

/** Replaces the settings. @throws 400 for a key given twice or a status in use left out; 409 when they have changed */
export async function updateLeadSettings(settings: LeadSettings): Promise<LeadSettings> {
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
  await commit(
    orElse(
      Settings.put({ tenantId: tenantOf(), settings, version: settings.version + 1, hadDuplicates })
        .where(({ version }, { eq, notExists }) =>
          settings.version === 0 ? notExists(version) : eq(version, settings.version),
        )
        .params(),
      changed,
    ),
  );
  return leadSettings();
}
