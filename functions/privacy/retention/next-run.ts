import { tenantOf } from '#functions/kernel/actor.ts';
import { tenantById } from '#functions/tenants/api.ts';
import { nightAfter, retentionLimits } from '#shared/model/retention.ts';
import type { Rule } from './store.ts';

const hourMs = 3_600_000;

export const zoneOf = async (): Promise<string> => (await tenantById(tenantOf())).timeZone;

/** When a rule that is set at an instant (ms since 1970) runs first: in the first night that is a day away. ISO 8601. */
export const firstRunAt = (zone: string, at: number): string =>
  new Date(nightAfter(zone, tenantOf(), at + retentionLimits.waitHours * hourMs)).toISOString();

/** When a rule runs next, after an instant (ms since 1970); null while it is paused. ISO 8601. */
export const nextRunOf = ({ isPaused, startsAt }: Rule, zone: string, after: number): string | null =>
  isPaused
    ? null
    : new Date(nightAfter(zone, tenantOf(), Math.max(after + 1, Date.parse(startsAt)))).toISOString();

/** When the next run of any rule begins; null where there is none. */
export const nextRun = (rules: Readonly<Record<string, Rule>>, zone: string, after: number): string | null =>
  Object.values(rules)
    .flatMap((rule) => nextRunOf(rule, zone, after) ?? [])
    .sort()[0] ?? null;
