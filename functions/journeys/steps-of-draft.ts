import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { mainLine, reordered, unknownOutput, without } from '#shared/model/journey/graph.ts';
import { journeyLimits } from '#shared/model/journey/journey.ts';
import { outputsOf, type Step, type StepFields } from '#shared/model/journey/steps/index.ts';
import { journeyOr404, updateJourney } from './manage.ts';
import { countsOf } from './store/counts.ts';

const stepOr404 = (steps: readonly Step[], stepId: string): Step => {
  const found = steps.find(({ id }) => id === stepId);
  if (!found) throw notFound('The step');
  return found;
};

/** @throws 400 for a way out in `next` that the step does not have */
function assertKnownOutputs(fields: StepFields): void {
  const unknown = unknownOutput(fields);
  if (unknown) throw badRequest(unknown, { field: 'next' });
}

/** Connects a step's first way out. */
const leadingTo = (one: Step, to: string | null): Step => {
  const [first] = outputsOf(one);
  return first ? ({ ...one, next: { ...one.next, [first.key]: to } } as Step) : one;
};

/** Adds a step behind another: what followed that one now follows this. @throws 400, 404, 409 */
export async function addStep(journeyId: string, fields: StepFields, after?: string | null): Promise<Step> {
  const { draft, version } = await journeyOr404(journeyId);
  if (draft.steps.length >= journeyLimits.steps)
    throw badRequest(`A journey has at most ${journeyLimits.steps} steps.`);
  assertKnownOutputs(fields);
  const made = { ...fields, id: newId('stp') } as Step;
  const before = after === undefined ? mainLine(draft).at(-1) : after && stepOr404(draft.steps, after);
  if (!before) {
    const first = Object.keys(made.next).length > 0 ? made : leadingTo(made, draft.entry);
    await updateJourney(journeyId, { steps: [...draft.steps, first], entry: made.id }, version);
    return first;
  }
  const [output] = outputsOf(before);
  const follower = (output && before.next[output.key]) ?? null;
  const placed = Object.keys(made.next).length > 0 ? made : leadingTo(made, follower);
  const steps = draft.steps.map((one) => (one.id === before.id ? leadingTo(one, made.id) : one));
  await updateJourney(journeyId, { steps: [...steps, placed] }, version);
  return placed;
}

export async function updateStep(journeyId: string, stepId: string, fields: StepFields): Promise<Step> {
  const { draft, version } = await journeyOr404(journeyId);
  stepOr404(draft.steps, stepId);
  assertKnownOutputs(fields);
  const changed = { ...fields, id: stepId } as Step;
  await updateJourney(
    journeyId,
    { steps: draft.steps.map((one) => (one.id === stepId ? changed : one)) },
    version,
  );
  return changed;
}

/** Takes a step out of the draft. @throws 404; 409 'in_use' where leads stand on it, unless forced */
export async function removeStep(journeyId: string, stepId: string, force: boolean): Promise<void> {
  const { draft, version } = await journeyOr404(journeyId);
  stepOr404(draft.steps, stepId);
  const leads = (await countsOf(journeyId)).get(`at:${stepId}`) ?? 0;
  if (leads > 0 && !force)
    throw conflict(
      `${leads} ${leads === 1 ? 'lead stands' : 'leads stand'} on this step. They stay on their version; remove it with force.`,
      { leads },
      'in_use',
    );
  const { steps, entry } = without(draft, stepId);
  await updateJourney(journeyId, { steps: [...steps], entry }, version);
}

/** @throws 400 when the order does not name the steps of the main line */
export async function reorderSteps(journeyId: string, order: readonly string[]) {
  const { draft, version } = await journeyOr404(journeyId);
  const line = mainLine(draft).map(({ id }) => id);
  if (order.length !== line.length || !line.every((id) => order.includes(id)))
    throw badRequest('The order must name each step of the main line once.', { expected: line });
  const { steps, entry } = reordered(draft, order);
  const after = await updateJourney(journeyId, { steps: [...steps], entry }, version);
  return { steps: after.draft.steps, entry: after.draft.entry };
}
