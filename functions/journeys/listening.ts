import type { EventDetail } from '#events/index.ts';
import { matches } from '#functions/leads/query/matches.ts';
import { find as findLead, type LeadRecord } from '#functions/leads/store.ts';
import type { CallResult } from '#functions/telephony/exchange.ts';
import { filterOf } from './criteria.ts';
import { runDue, runningOf, settle } from './engine/run.ts';
import { enrol } from './enrol.ts';
import { leave } from './leave.ts';
import { openOf } from './open.ts';
import { afterCall } from './steps/call.ts';
import { done } from './steps/runner.ts';
import { type EnrolmentRecord, findEnrolment } from './store/enrolments.ts';
import { partsOfExecution } from './store/executions.ts';
import { automaticJourneys, findVersion } from './store/journeys.ts';

/*
 * What journeys hear: leads that come and change, replies, results of calls. Each may be heard twice; the second time
 * finds the enrolment elsewhere.
 */

/** Goes on with a step that waited, and with what follows. */
async function goOnFrom(enrolment: EnrolmentRecord, output: string, text: string, happened?: string) {
  const running = await runningOf(enrolment);
  if (!running) return;
  const next = await settle(running, done(output, text, happened));
  if (next) await runDue(next.enrolmentId, next.seq);
}

/** Lets those go on that wait for what has happened. */
async function happened(
  enrolments: readonly EnrolmentRecord[],
  event: NonNullable<EnrolmentRecord['waiting']>['event'],
  values: readonly string[],
  text: string,
): Promise<void> {
  for (const { enrolmentId } of enrolments) {
    // Read anew: what happened before in this batch may have moved it on.
    const now = await findEnrolment(enrolmentId);
    const waiting = now?.status === 'active' ? now.waiting : null;
    if (!now || waiting?.event !== event || (waiting?.value && !values.includes(waiting.value))) continue;
    await goOnFrom(now, 'happened', text);
  }
}

/** Leads that come or change come into the journeys whose criteria they fit. */
async function enrolByCriteria(lead: LeadRecord): Promise<void> {
  for (const { journeyId, draft } of await automaticJourneys()) {
    if (matches(filterOf(draft.triggerCriteria), lead)) await enrol(journeyId, [lead.id], { how: 'auto' });
  }
}

/** Leads that have reached the goal of a journey leave it at once. */
async function leaveAtGoal(lead: LeadRecord, enrolments: readonly EnrolmentRecord[]): Promise<void> {
  for (const { enrolmentId, journeyId, journeyVersion } of enrolments) {
    const goal = (await findVersion(journeyId, journeyVersion))?.rules.goal;
    if (goal && matches(goal, lead)) await leave(enrolmentId, 'goal', 'reached the goal');
  }
}

export async function leadCreated(leadId: string): Promise<void> {
  const lead = await findLead(leadId);
  if (lead?.state === 'live') await enrolByCriteria(lead);
}

export async function leadUpdated(leadId: string, { changes }: EventDetail<'lead.updated'>): Promise<void> {
  const lead = await findLead(leadId);
  if (lead?.state !== 'live') return;
  const open = await openOf(leadId);
  await leaveAtGoal(lead, open);
  for (const { field, before, after } of changes) {
    if (field === 'status') await happened(open, 'statusChanged', [String(after)], `Status: ${after}`);
    if (field === 'tags') {
      const had = new Set(before as string[]);
      const added = (after as string[]).filter((tag) => !had.has(tag));
      if (added.length > 0) await happened(open, 'tagAdded', added, `Tagged ${added.join(', ')}`);
    }
  }
  await enrolByCriteria(lead);
}

export async function leadDeleted(leadId: string): Promise<void> {
  for (const { enrolmentId } of await openOf(leadId))
    await leave(enrolmentId, 'lead_removed', 'The lead was deleted');
}

/** A text or mail that came in: a reply ends the journeys that say so, an opt-out those that say so. */
export async function messageReceived({ leadId, kind }: EventDetail<'message.received'>): Promise<void> {
  if (!leadId || kind === 'help') return;
  const open = await openOf(leadId);
  for (const { enrolmentId, journeyId, journeyVersion } of open) {
    const rules = (await findVersion(journeyId, journeyVersion))?.rules;
    if (kind === 'stop' && rules?.exitOnOptOut) await leave(enrolmentId, 'opted_out', 'has opted out');
    else if (kind === 'text' && rules?.exitOnReply) await leave(enrolmentId, 'replied', 'has replied');
    else if (kind === 'text')
      await happened([{ enrolmentId } as EnrolmentRecord], 'reply', [], 'Has replied');
  }
}

/** Who marks a mail as spam has opted out, without a word. */
export async function messageComplained({ leadId }: EventDetail<'message.complained'>): Promise<void> {
  if (!leadId) return;
  for (const { enrolmentId, journeyId, journeyVersion } of await openOf(leadId))
    if ((await findVersion(journeyId, journeyVersion))?.rules.exitOnOptOut)
      await leave(enrolmentId, 'opted_out', 'marked a mail as spam');
}

/** The result of a call: of a journey's own it decides the way on, of any other it may be what one waits for. */
export async function callEnded({
  leadId,
  answered,
  source,
  result,
}: EventDetail<'call.ended'>): Promise<void> {
  const parts = source?.kind === 'journey' ? partsOfExecution(source.id.replace(/\.\d+$/, '')) : undefined;
  if (parts) {
    const now = await findEnrolment(parts.enrolmentId);
    if (now?.status === 'active' && now.seq === parts.seq && now.waiting?.call === source!.id) {
      const running = await runningOf(now);
      if (running) {
        const next = await settle(running, afterCall(running as never, (result ?? 'failed') as CallResult));
        if (next) await runDue(next.enrolmentId, next.seq);
      }
    }
  }
  if (leadId && answered) await happened(await openOf(leadId), 'callAnswered', [], 'Answered a call');
}
