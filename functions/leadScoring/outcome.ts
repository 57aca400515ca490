import type { EventDetail } from '#events/index.ts';
import type { StoredEvent } from '#functions/kernel/events.ts';
import { type LeadRecord, type OutcomeRow, timeZonesOf } from '#functions/leads/api.ts';
import { type LeadSettings, leadAddress } from '#shared/model/lead.ts';
import { featuresOf, isHeldOut } from '#shared/model/lead-score/features.ts';
import { scoreOptions } from '#shared/model/lead-score/options.ts';

/**
 * How a closed lead ended, with its features as it arrived: those that the event of its arrival tells, as tags and fields
 * of a closed lead may say how it ended. Won is one that ever stood in a status of that kind, also where it stands in a
 * lost one by now. Undefined for a lead that says nothing: one that was closed when it arrived, as a file of old customers
 * is, and one whose arrival is no longer kept.
 * @param events the first events of the lead
 */
export function outcomeOf(
  lead: LeadRecord,
  events: readonly StoredEvent[],
  { statuses }: Pick<LeadSettings, 'statuses'>,
): OutcomeRow | undefined {
  const kindOf = (status: string) => statuses.find(({ key }) => key === status)?.kind;
  const arrival = events.find(({ type }) => type === 'lead.created')?.data as
    | EventDetail<'lead.created'>
    | undefined;
  if (!arrival?.fields || (kindOf(arrival.status) ?? 'open') !== 'open') return undefined;
  if ((kindOf(lead.status) ?? 'open') === 'open') return undefined;
  const { phones } = arrival.fields;
  const address = leadAddress.parse(arrival.fields.address);
  const features = featuresOf({
    ...arrival.fields,
    address,
    source: arrival.source,
    createdAt: lead.createdAt,
    timeZones: timeZonesOf({ address, phones }),
  });
  return {
    won: lead.reached.some((status) => kindOf(status) === 'won'),
    isHeldOut: isHeldOut(lead.id, scoreOptions.heldOutOneIn),
    features: features.map(({ group, value }) => [group, value]),
  };
}
