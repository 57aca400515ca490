import { clock } from '#functions/kernel/clock.ts';
import { type LeadRecord, timeZonesOf } from '#functions/leads/api.ts';
import type { Channel } from '#shared/model/lead.ts';
import { dateAfter, instantOf, localTime } from '#shared/model/zone-time.ts';
import { giveBackOfDay, takeOfDay } from '../store/days.ts';
import type { Running, StepResult } from './runner.ts';

/** The wall-clock minute at which a day's contacts begin again when its cap was reached. */
const morning = 8 * 60;

const zoneOf = (lead: LeadRecord): string => timeZonesOf(lead)[0] ?? 'America/New_York';

/** Today's date where the lead is. */
export const dateOf = (lead: LeadRecord, at = clock.now()): string => localTime(zoneOf(lead), at).date;

const iso = (at: number) => new Date(at).toISOString();

/** When the clock shows a time in every zone that the lead may be in, from an instant on. */
export function nextTimeOfDay(
  lead: LeadRecord,
  minuteOfDay: number,
  weekdays: readonly number[],
  from: number,
): number {
  const zones = timeZonesOf(lead);
  let date = localTime(zones[0] ?? 'America/New_York', from).date;
  for (let day = 0; day <= 8; day++) {
    const at = Math.max(
      ...(zones.length > 0 ? zones : ['America/New_York']).map((zone) => instantOf(zone, date, minuteOfDay)),
    );
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
    if (at > from && (weekdays.length === 0 || weekdays.includes(weekday))) return at;
    date = dateAfter(date, 1);
  }
  return from;
}

interface Place {
  ok: boolean;
  giveBack(): Promise<void>;
}

/** A journey without a cap of its own is counted all the same: the caps of others count the contacts of all. */
const noCap = Number.MAX_SAFE_INTEGER;

/** Takes one of the contacts that the lead may have today by the journey's cap. */
export async function takeContact(
  { lead, version, key }: Pick<Running<'sms'>, 'lead' | 'version' | 'key'>,
  channel: Channel,
): Promise<Place> {
  const cap = version.rules.dayCaps[channel] ?? noCap;
  const date = dateOf(lead);
  return {
    ok: await takeOfDay(lead.id, date, channel, key, cap),
    giveBack: () => giveBackOfDay(lead.id, date, channel, key),
  };
}

/** The result of a step whose day is full: the next morning where the lead is. */
export function tomorrow(lead: LeadRecord): StepResult {
  const zone = zoneOf(lead);
  const at = instantOf(zone, dateAfter(dateOf(lead), 1), morning);
  return { kind: 'later', at: iso(at), note: 'The lead has had its contacts of this day.' };
}

/** What a refusal of the compliance check means to a step. */
export function refusal(
  { version }: Pick<Running<'sms'>, 'version'>,
  channel: Channel,
  output: string,
  {
    reasons,
    nextAllowedAt,
  }: { reasons: readonly { code: string; text: string }[]; nextAllowedAt: string | null },
): StepResult {
  const [reason] = reasons;
  const text = reason?.text ?? 'The law forbids it.';
  if (nextAllowedAt) return { kind: 'later', at: nextAllowedAt, note: text };
  const optedOut = reasons.some(({ code }) => code === 'opted_out');
  if (optedOut && version.rules.exitOnOptOut)
    return { kind: 'exit', why: 'opted_out', text: `has opted out of ${names[channel]}` };
  return { kind: 'done', outcome: 'refused', output, text: `Not contacted: ${text}` };
}

const names: Record<Channel, string> = { call: 'calls', sms: 'text messages', email: 'e-mails' };
