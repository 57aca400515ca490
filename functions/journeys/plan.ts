import { nextAllowedTime } from '#functions/compliance/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { type LeadRecord, matches, personOf } from '#functions/leads/api.ts';
import type { Graph } from '#shared/model/journey/graph.ts';
import type { JourneyFields } from '#shared/model/journey/journey.ts';
import {
  channelOf,
  definitionOf,
  followerOf,
  nameOf,
  type Step,
  type StepOf,
  summaryOf,
} from '#shared/model/journey/steps/index.ts';
import { awaitedEvents, minutesOf } from '#shared/model/journey/steps/wait.ts';
import { filterOf } from './criteria.ts';
import { barred, leadName } from './enrol.ts';
import { dateOf, nextTimeOfDay } from './steps/contact.ts';
import { stableShare, variantOf } from './steps/flow.ts';
import { renderText } from './steps/messages.ts';
import { findMembership } from './store/memberships.ts';

/*
 * The dry run: the same graph, the same hours, the same texts, on a clock of its own. Nothing is written or sent; what
 * a person would do (answer, reply) is taken for granted as the caller says.
 */

export interface Assumptions {
  at?: string | undefined;
  callResult: 'answered' | 'noAnswer' | 'voicemail' | 'busy' | 'failed';
  replies: boolean;
}

export interface Planned {
  stepId: string;
  stepType: string;
  stepName: string;
  at: string;
  text: string;
  subject: string;
  body: string;
  output: string;
  note: string;
}

/** Steps of one plan: a circle with waits in it would never end. */
const most = 60;
const iso = (at: number) => new Date(at).toISOString();

interface Walk {
  lead: LeadRecord;
  at: number;
  happened: Set<string>;
  counts: Map<string, number>;
  rules: JourneyFields['rules'];
  assumed: Assumptions;
}

const blank = (step: Step, at: number): Planned => ({
  stepId: step.id,
  stepType: step.type,
  stepName: nameOf(step),
  at: iso(at),
  text: summaryOf(step),
  subject: '',
  body: '',
  output: 'next',
  note: '',
});

/** When a contact would be made: the cap of the lead's day, then the law's hours, until both agree. */
async function contactTime(
  walk: Walk,
  channel: 'call' | 'sms' | 'email',
): Promise<{ at: number | null; note: string }> {
  const { lead, rules } = walk;
  const cap = rules.dayCaps[channel];
  let note = '';
  for (let tried = 0; tried < 60; tried++) {
    const next = await nextAllowedTime(personOf(lead), channel, iso(walk.at));
    if (!next.nextAllowedAt) return { at: null, note: next.reasons[0]?.text ?? 'The law forbids it.' };
    const at = Date.parse(next.nextAllowedAt);
    if (at > walk.at) note = next.reasons[0]?.text ?? note;
    walk.at = at;
    const day = `${channel}/${dateOf(lead, at)}`;
    if (cap === null || (walk.counts.get(day) ?? 0) < cap) {
      walk.counts.set(day, (walk.counts.get(day) ?? 0) + 1);
      return { at, note };
    }
    if (cap === 0) return { at: null, note: 'The journey allows no such contact.' };
    note = 'The lead has had its contacts of that day.';
    walk.at = nextTimeOfDay(lead, 8 * 60, [], at);
  }
  return { at: null, note };
}

async function contact(walk: Walk, step: Step, channel: 'call' | 'sms' | 'email'): Promise<Planned> {
  const { lead, assumed } = walk;
  const missing = channel === 'email' ? lead.emails.length === 0 : lead.phones.length === 0;
  const planned = blank(step, walk.at);
  if (missing)
    return {
      ...planned,
      output: 'failed',
      text: 'Would not be contacted',
      note: `The lead has no ${channel === 'email' ? 'e-mail address' : 'phone number'}.`,
    };
  const { at, note } = await contactTime(walk, channel);
  if (at === null) return { ...planned, output: 'failed', text: 'Would not be contacted', note };
  const placed = { ...planned, at: iso(at), note };
  if (step.type === 'call') {
    const { maxAttempts, delayBetweenAttempts } = step.config;
    const { callResult } = assumed;
    if (callResult === 'answered') walk.happened.add('answered');
    const again =
      maxAttempts > 1 && (callResult === 'noAnswer' || callResult === 'busy' || callResult === 'voicemail');
    // The attempts that follow are planned at their delay; hours and caps may move them further.
    if (again) walk.at += (maxAttempts - 1) * delayBetweenAttempts * 1_000;
    return { ...placed, text: again ? `Would call, ${maxAttempts} times` : 'Would call', output: callResult };
  }
  const text = step as StepOf<'sms'> | StepOf<'email'>;
  try {
    const given = { subject: '', ...text.config };
    const { subject, body } = await renderText(
      text.type,
      lead.id.startsWith('led_') ? lead.id : undefined,
      given,
    );
    return { ...placed, text: text.type === 'sms' ? 'Would text' : 'Would mail', subject, body };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...placed, text: 'Would not be sent', output: 'failed', note: error.message };
  }
}

function wait(walk: Walk, step: StepOf<'wait'>): Planned {
  const { lead, at, assumed } = walk;
  const planned = blank(step, at);
  const { config } = step;
  if (config.mode === 'timeOfDay') {
    const [hours, minutes] = config.time.split(':').map(Number);
    walk.at = nextTimeOfDay(lead, hours! * 60 + minutes!, config.weekdays, at);
    return { ...planned, text: `Would wait ${summaryOf(step).toLowerCase()}` };
  }
  if (config.mode === 'event') {
    const happens = assumed.replies && config.event === 'reply';
    if (!happens) walk.at += minutesOf(config) * 60_000;
    return {
      ...planned,
      text: `Would wait for ${awaitedEvents[config.event]}`,
      output: happens ? 'happened' : 'timedOut',
    };
  }
  walk.at += minutesOf(config) * 60_000;
  return { ...planned, text: `Would wait ${summaryOf(step)}` };
}

/** What one step would do, and where it would lead. */
async function stepOf(walk: Walk, journeyId: string, step: Step): Promise<Planned> {
  const channel = channelOf(step);
  if (channel) return contact(walk, step, channel);
  const planned = blank(step, walk.at);
  switch (step.type) {
    case 'wait':
      return wait(walk, step);
    case 'branch': {
      const { filter, event } = step.config;
      const yes = matches(filter, walk.lead) && (event === null || walk.happened.has(event));
      return { ...planned, text: yes ? 'Yes' : 'No', output: yes ? 'yes' : 'no' };
    }
    case 'split': {
      const key = variantOf(step.config.variants, stableShare(journeyId, step.id, walk.lead.id));
      return { ...planned, text: `Would go way ${key.toUpperCase()}`, output: key };
    }
    case 'end':
      return { ...planned, output: '', text: step.config.reason || 'Ends' };
    default:
      return {
        ...planned,
        text: `Would do: ${[definitionOf(step.type).label, planned.text].filter(Boolean).join(', ')}`,
      };
  }
}

/** One step as it would run for a lead now. */
export async function planStep(
  journeyId: string,
  { rules }: Pick<JourneyFields, 'rules'>,
  step: Step,
  lead: LeadRecord,
): Promise<Planned> {
  const assumed: Assumptions = { callResult: 'noAnswer', replies: false };
  const walk: Walk = { lead, at: clock.now(), happened: new Set(), counts: new Map(), rules, assumed };
  return stepOf(walk, journeyId, step);
}

/** What a lead would get, step by step, and when. */
export async function planOf(
  journeyId: string,
  draft: Graph & Pick<JourneyFields, 'rules' | 'reentry' | 'triggerCriteria'>,
  lead: LeadRecord,
  assumed: Assumptions,
) {
  const walk: Walk = {
    lead,
    at: assumed.at ? Date.parse(assumed.at) : clock.now(),
    happened: new Set(),
    counts: new Map(),
    rules: draft.rules,
    assumed,
  };
  const steps: Planned[] = [];
  let end = 'Would go through to the end';
  for (let id = draft.entry; id; ) {
    const { goal } = draft.rules;
    if (goal && matches(goal, lead)) {
      end = 'Would reach the goal';
      break;
    }
    const step = draft.steps.find((one) => one.id === id);
    if (!step) break;
    if (steps.length === most) {
      end = `Would go on after ${most} steps`;
      break;
    }
    const planned = await stepOf(walk, journeyId, step);
    steps.push(planned);
    if (step.type === 'sms' && assumed.replies && draft.rules.exitOnReply && planned.output === 'next') {
      end = 'Would leave: has replied';
      break;
    }
    id = followerOf(step, planned.output);
  }
  const known = await findMembership(journeyId, lead.id);
  const bar = barred(known, draft.reentry, clock.now());
  const fits = matches(filterOf(draft.triggerCriteria), lead);
  return {
    leadId: lead.id,
    leadName: leadName(lead),
    matches: fits && !bar,
    reason: bar
      ? bar === 'already'
        ? 'It is in the journey already.'
        : 'It has been in the journey, and may not come in again.'
      : fits
        ? ''
        : 'It does not fit the criteria.',
    steps,
    endsAt: iso(walk.at),
    end,
  };
}
