import { stageDimension } from '#shared/model/report-catalogue.ts';
import { webhookLimits } from '#shared/model/webhook-limits.ts';
import { zoneName } from '#shared/model/zone-time.ts';
import { ownOnly } from './own.ts';
import type { Plan } from './plan.ts';

/** What a reader should know of the figures of a report. */
export function notesOf({ request, counting, period }: Plan, hasRest: boolean): string[] {
  const kind = request.kind === 'custom' ? request.source : request.report;
  const by = new Set([...counting.groupBy, ...counting.filter.map(({ field }) => field)]);
  const isOfCalls = kind === 'calls' || kind === 'dids' || kind === 'agents';
  return [
    `Days are those of ${zoneName(period.timeZone)}.`,
    ...(ownOnly() ? ['These are your own figures.'] : []),
    ...(by.has('agent') && isOfCalls
      ? [
          kind === 'agents'
            ? 'A call that was handed over counts once for each agent who had it, also in the totals.'
            : 'A call that was handed over counts once for each agent who had it, and once in the totals.',
        ]
      : []),
    ...(kind === 'calls' && request.kind === 'report' && by.has('agent')
      ? ['Calls that no agent had are in the totals alone.']
      : []),
    ...(by.has('agent') && ['leads', 'sms', 'journeys'].includes(kind)
      ? ['Leads, and what is with them, are of whoever has the lead now; deals of who won them.']
      : []),
    ...(by.has(stageDimension)
      ? ['A lead counts in every stage up to the last one that it has had, and once in the totals.']
      : []),
    ...(by.has('source') && kind === 'leads' ? ['The source is that which the lead has now.'] : []),
    ...(hasRest && kind === 'leads' ? ['Leads that were deleted since have a row of their own.'] : []),
    ...(hasRest && kind === 'sms' ? ['Texts that were removed since have a row of their own.'] : []),
    ...(kind === 'webhooks' ? [`Deliveries are kept for ${webhookLimits.keepDays} days.`] : []),
  ];
}
