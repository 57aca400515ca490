import { tenantOf } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { notFound } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { commit } from '#functions/kernel/table.ts';
import type { Tenant, TenantContexts } from '#shared/model/tenant.ts';
import { eventEntity } from './create.ts';
import { inTenant, tenantById } from './read.ts';
import {
  changedSince,
  find,
  findContexts,
  replaceContexts,
  type StoredTenant,
  updateWrite,
} from './store.ts';

type Settings = Partial<
  Pick<StoredTenant, 'name' | 'timeZone' | 'registrationOpen' | 'secondFactorRequired' | 'brandColor'>
>;

/** Changes the settings of one's own tenant, or of any for the operator. @throws 404, 409 */
export function updateTenant(id: number, settings: Settings, version?: number): Promise<Tenant> {
  return inTenant(id, async () => {
    const before = await find();
    if (!before) throw notFound('The tenant');
    if (version !== undefined && version !== before.version)
      throw changedSince('these settings', before.version);
    const changed = (Object.keys(settings) as (keyof Settings)[]).filter(
      (key) => settings[key] !== undefined && settings[key] !== (before[key] ?? false),
    );
    if (changed.length > 0) {
      const after = { ...before, ...settings, updatedAt: clock.iso(), version: before.version + 1 };
      await commit(
        updateWrite(before, after),
        event('tenant.updated', eventEntity(id), { changed }),
        auditOfSettings(id, after.name, changed),
      );
    }
    return tenantById(id);
  });
}

const settingNames = {
  name: 'name',
  timeZone: 'time zone',
  registrationOpen: 'registration',
  secondFactorRequired: 'second step for everybody',
  brandColor: 'colour',
} as const satisfies Record<keyof Settings, string>;

const auditOfSettings = (id: number, name: string, changed: (keyof Settings)[]): object =>
  auditEntry(
    'tenant.settingsChanged',
    { kind: 'tenant', id: String(id), name },
    { changed: changed.map((key) => settingNames[key]) },
  );

export const getContexts = () => findContexts();

/** Replaces the contexts of the actor's tenant. @throws 409 when they are no longer at `version` */
export async function setContexts(contexts: TenantContexts, version?: number) {
  const before = await findContexts();
  if (version !== undefined && version !== before.version) throw changedSince('the contexts', before.version);
  await commit(
    replaceContexts(before.version, contexts, clock.iso()),
    event('tenant.updated', eventEntity(tenantOf()), { changed: ['contexts'] }),
    auditEntry('tenant.settingsChanged', null, { changed: ['contexts'] }),
  );
  return findContexts();
}
