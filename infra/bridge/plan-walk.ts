import { recordingsVariable } from '#shared/exchange/plan-text/check.ts';
import { defaultLanguage } from '#shared/model/dialplan/languages.ts';
import { otherwiseOf, type PlanStep, recordingAt, waysOut } from '#shared/model/dialplan/steps.ts';
import type { AriChannel } from './ari.ts';
import type { Call, PlanWalk } from './call.ts';
import type { Calls, Told } from './calls.ts';
import type { ServingPlan } from './plans.ts';
import { recordingsFolder } from './sounds.ts';

/*
 * A caller's way through a compiled plan, as Asterisk tells of it: which application of which context it runs. What was
 * done last in a node's context says by which way the caller has left it.
 */

const stepsOf = new WeakMap<ServingPlan, Map<string, PlanStep>>();

/** The step of a plan's node; undefined where the text that serves now has none of that name. */
export function stepOf(plan: ServingPlan | undefined, nodeId: string): PlanStep | undefined {
  if (!plan) return undefined;
  const steps = stepsOf.get(plan) ?? new Map(plan.steps.map((step) => [step.id, step]));
  stepsOf.set(plan, steps);
  return steps.get(nodeId);
}

/** A call that begins its way through a plan. */
export const planWalk = (planId: string): PlanWalk => ({
  planId,
  node: null,
  enteredAt: 0,
  extension: '',
  application: '',
  way: null,
  doing: null,
});

/** Has a channel begin in a plan's context, with what a plan's text may ask of its call. */
export async function goIntoPlan(
  { parts: { ari, settings } }: Calls,
  { tenant, to, language = defaultLanguage }: Call,
  channel: string,
  context: string,
): Promise<void> {
  const variables = {
    DEALBELL_PLAN: context,
    DEALBELL_CALLED: to,
    DEALBELL_LANGUAGE: language,
    [recordingsVariable]: recordingsFolder(settings.folder, tenant),
  };
  for (const [variable, value] of Object.entries(variables))
    await ari.attempt('POST', `channels/${channel}/variable`, { variable, value });
  const begun = { context: 'dealbell-plan', extension: 's', priority: 1 };
  await ari.attempt('POST', `channels/${channel}/continue`, begun);
}

/** The way out of a step that does not need the bridge, or that the bridge was away for. */
function wayByPlan(step: PlanStep, { extension, application }: PlanWalk): string | undefined {
  switch (step.type) {
    case 'start':
    case 'answer':
    case 'playback':
    case 'language':
      return 'next';
    case 'ivr':
      if (extension === 't') return 'timeout';
      if (extension === 'i') return 'invalid';
      return extension === 's' ? undefined : `option-${extension}`;
    case 'condition':
      return application === 'GotoIf' ? 'true' : 'false';
    case 'dial':
    case 'jump':
      return 'failed';
    case 'queue':
      return 'timeout';
    case 'hangup':
    case 'voicemail':
      return undefined;
    case 'hours':
    case 'collect':
      return extension === 's' ? undefined : extension;
    default:
      return otherwiseOf(step);
  }
}

/** The event of a caller who leaves the node that they are in. @param way none: the call ends there */
export function nodeLeft(walk: PlanWalk, way: string | undefined, at = Date.now()): Told[] {
  if (walk.node === null) return [];
  const left: Told = {
    event: 'plan-node',
    planId: walk.planId,
    nodeId: walk.node,
    nodeMs: Math.max(0, at - walk.enteredAt),
    ...(walk.recordingId ? { recordingId: walk.recordingId } : {}),
    ...(way === undefined ? {} : { way }),
  };
  walk.node = null;
  walk.way = null;
  return [left];
}

/** The way by which a caller came from one node to the next: of several that lead there the one that was done last. */
function wayTo(plan: ServingPlan, walk: PlanWalk, next: string | null): string | undefined {
  const step = walk.node === null ? undefined : stepOf(plan, walk.node);
  if (!step) return undefined;
  const ways = waysOut(step);
  const done = walk.way ?? wayByPlan(step, walk);
  if (done !== undefined && ways.has(done) && (ways.get(done) ?? null) === next) return done;
  // The bridge was away in between, or the plan is another one now: what leads there, if one way alone does.
  const leading = [...ways].filter(([, to]) => to === next).map(([way]) => way);
  return leading.length === 1 ? leading[0] : done;
}

/** Asterisk runs an application of the plan for this caller. */
export function planAt(
  calls: Calls,
  call: Call,
  plan: ServingPlan | undefined,
  { context, exten, priority, app_name: application }: AriChannel['dialplan'],
): void {
  const { walk } = call;
  if (!walk || !plan || (context !== plan.context && !context.startsWith(`${plan.context}-`))) return;
  const node = context === plan.context ? null : context.slice(plan.context.length + 1);
  const isEntry = exten === 's' && priority === 1 && walk.application !== '';
  const isElsewhere = node !== walk.node || (isEntry && node !== null);
  // The plan's own context begins a walk and ends it; before the first node there is nothing to tell.
  if (isElsewhere && walk.node !== null) calls.save(call, nodeLeft(walk, wayTo(plan, walk, node)));
  if (isElsewhere && node !== null) {
    walk.node = node;
    walk.enteredAt = Date.now();
    const step = stepOf(plan, node);
    if (step?.type === 'language') call.language = step.language;
    walk.recordingId = recordingAt(step);
    if (step?.type === 'collect') call.askedFor = [...new Set([...(call.askedFor ?? []), step.variable])];
    walk.way = null;
  }
  walk.extension = exten;
  walk.application = application;
}
