import type { EventDetail } from '#events/index.ts';
import { Overtaken, retryOnConflict } from '#functions/kernel/retry.ts';
import { findLead, type LeadRecord, matches } from '#functions/leads/api.ts';
import type { CallResult } from '#functions/telephony/api.ts';
import { releaseNumbers } from '#functions/transferGroups/api.ts';
import { type EnrolmentStatus, openStatuses } from '#shared/model/journey/journey.ts';
import type { BranchEvent } from '#shared/model/journey/steps/branch.ts';
import type { StepType } from '#shared/model/journey/steps/index.ts';
import type { AwaitedEvent } from '#shared/model/journey/steps/wait.ts';
import { filterOf } from './criteria.ts';
import { endEnrolment, whileOthersChange } from './end-enrolment.ts';
import { runDue, runningOf, settle } from './engine/run.ts';
import { enrol } from './enrol.ts';
import { openEnrolmentsOf } from './open-enrolments.ts';
import { changeEnrolment } from './pause.ts';
import { afterCall } from './steps/call.ts';
import { done, type Running, type StepResult } from './steps/runner.ts';
import { type EnrolmentRecord, findEnrolment } from './store/enrolments.ts';
import { partsOfExecution } from './store/executions.ts';
import { automaticJourneys, findVersion } from './store/journeys.ts';

/*
 * What journeys hear: leads that come and change, replies, results of calls. Each may be heard twice, or late: the
 * second time finds the enrolment elsewhere, and `at`, when it happened, keeps it from what began after it.
 */

/** What can go on by what happens: a pause holds only what follows. */
const waitable: readonly EnrolmentStatus[] = ['active', 'held', 'paused'];

/** Ends the step of an enrolment that waits for what has happened, and goes on with what follows. */
async function goOnWhere(
  enrolmentId: string,
  waits: (now: EnrolmentRecord) => boolean,
  answer: (running: Running<StepType>) => StepResult,
): Promise<void> {
  const next = await retryOnConflict(async () => {
    // Read at each try: what happened before in this batch may have moved it on.
    const now = await findEnrolment(enrolmentId);
    if (!now || !waitable.includes(now.status) || !waits(now)) return undefined;
    const running = await runningOf(now, { hold: false });
    if (!running) return undefined;
    const settled = await settle(running, answer(running));
    if (!settled) throw new Overtaken();
    return settled;
  }, whileOthersChange(enrolmentId));
  if (next) await runDue(next.enrolmentId, next.seq);
}

/** Notes what branches may ask about later, also where nothing waits for it. */
const remember = (enrolmentId: string, word: BranchEvent) =>
  changeEnrolment(enrolmentId, (now) =>
    openStatuses.includes(now.status) && !now.happened.includes(word)
      ? { after: { ...now, happened: [...now.happened, word] } }
      : undefined,
  );

interface Happened {
  event: AwaitedEvent;
  /** The status or the tags; a wait may name one. */
  values?: readonly string[];
  at: string;
  text: string;
  word?: BranchEvent;
}

/** Lets those go on that wait for what has happened. */
async function happened(
  enrolments: readonly Pick<EnrolmentRecord, 'enrolmentId'>[],
  { event, values = [], at, text, word }: Happened,
): Promise<void> {
  const isMeant = ({ waiting, status, dueAt }: EnrolmentRecord) =>
    waiting?.event === event &&
    (!waiting.value || values.includes(waiting.value)) &&
    (!waiting.since || waiting.since <= at) &&
    // Its time was over before: only the pause kept it from going on.
    (status === 'active' || at <= dueAt);
  for (const { enrolmentId } of enrolments) {
    await goOnWhere(enrolmentId, isMeant, () => done('happened', text, word));
    if (word) await remember(enrolmentId, word);
  }
}

/** What a lead was in at an instant and still is: what it came into later is not meant by what was told then. */
const openSince = async (leadId: string, at: string): Promise<EnrolmentRecord[]> =>
  (await openEnrolmentsOf(leadId)).filter(({ enteredAt }) => enteredAt <= at);

/** Leads that come or change come into the journeys whose criteria they fit. */
async function enrolByCriteria(lead: LeadRecord, depth = 0): Promise<void> {
  for (const { journeyId, draft } of await automaticJourneys()) {
    if (matches(filterOf(draft.triggerCriteria), lead))
      await enrol(journeyId, [lead.id], { how: 'auto', depth });
  }
}

/** Leads that have reached the goal of a journey leave it at once. */
async function leaveAtGoal(lead: LeadRecord, enrolments: readonly EnrolmentRecord[]): Promise<void> {
  for (const { enrolmentId, journeyId, journeyVersion } of enrolments) {
    const goal = (await findVersion(journeyId, journeyVersion))?.rules.goal;
    if (goal && matches(goal, lead)) await endEnrolment(enrolmentId, 'goal', 'reached the goal');
  }
}

export async function leadCreated(leadId: string): Promise<void> {
  const lead = await findLead(leadId);
  if (lead?.state === 'live') await enrolByCriteria(lead);
}

export async function leadUpdated(
  leadId: string,
  { changes, depth }: EventDetail<'lead.updated'>,
  at: string,
): Promise<void> {
  const lead = await findLead(leadId);
  if (lead?.state !== 'live') return;
  const open = await openEnrolmentsOf(leadId);
  await leaveAtGoal(lead, open);
  for (const { field, before, after } of changes) {
    if (field === 'status')
      await happened(open, {
        event: 'statusChanged',
        values: [String(after)],
        at,
        text: `Status: ${after}`,
      });
    if (field === 'tags') {
      const had = new Set(before as string[]);
      const added = (after as string[]).filter((tag) => !had.has(tag));
      if (added.length > 0)
        await happened(open, { event: 'tagAdded', values: added, at, text: `Tagged ${added.join(', ')}` });
    }
  }
  await enrolByCriteria(lead, depth);
}

export async function leadDeleted(leadId: string): Promise<void> {
  // Had back meanwhile, it is in its journeys rightly.
  if ((await findLead(leadId))?.state === 'live') return;
  for (const { enrolmentId } of await openEnrolmentsOf(leadId))
    await endEnrolment(enrolmentId, 'lead_removed', 'The lead was deleted');
}

/** A text or mail that came in: a reply ends the journeys that say so, an opt-out those that say so. */
export async function messageReceived(
  { leadId, kind }: EventDetail<'message.received'>,
  at: string,
): Promise<void> {
  if (!leadId || kind === 'help' || kind === 'auto') return;
  for (const one of await openSince(leadId, at)) {
    const { enrolmentId, journeyId, journeyVersion } = one;
    const rules = (await findVersion(journeyId, journeyVersion))?.rules;
    if (kind === 'stop' && rules?.exitOnOptOut) await endEnrolment(enrolmentId, 'opted_out', 'has opted out');
    else if (kind === 'text' && rules?.exitOnReply) await endEnrolment(enrolmentId, 'replied', 'has replied');
    else if (kind === 'text')
      await happened([one], { event: 'reply', at, text: 'Has replied', word: 'replied' });
  }
}

/** Who marks a mail as spam has opted out, without a word. */
export async function messageComplained(
  { leadId }: EventDetail<'message.complained'>,
  at: string,
): Promise<void> {
  if (!leadId) return;
  for (const { enrolmentId, journeyId, journeyVersion } of await openSince(leadId, at))
    if ((await findVersion(journeyId, journeyVersion))?.rules.exitOnOptOut)
      await endEnrolment(enrolmentId, 'opted_out', 'marked a mail as spam');
}

/** The result of a call: of a journey's own it decides the way on, of any other it may be what one waits for. */
export async function callEnded(
  { leadId, answered, source, result }: EventDetail<'call.ended'>,
  at: string,
): Promise<void> {
  const parts = source?.kind === 'journey' ? partsOfExecution(source.id.replace(/\.\d+$/, '')) : undefined;
  // Also where the lead has left the journey meanwhile: the number is free for other calls.
  if (parts) await releaseNumbers(source!.id);
  if (parts)
    await goOnWhere(
      parts.enrolmentId,
      ({ seq, waiting }) => seq === parts.seq && waiting?.call === source!.id,
      (running) => afterCall(running as never, (result ?? 'failed') as CallResult),
    );
  if (leadId && answered)
    await happened(await openSince(leadId, at), {
      event: 'callAnswered',
      at,
      text: 'Answered a call',
      word: 'answered',
    });
}
