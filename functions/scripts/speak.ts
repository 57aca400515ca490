import { changeCall } from '#functions/calls/api.ts';
import { actor } from '#functions/kernel/actor.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import { usable } from '#functions/leads/api.ts';
import { spoken, valuesFor } from '#functions/messageTemplates/api.ts';
import type { Call } from '#shared/model/call.ts';
import { type GivenAnswer, type ScriptStep, stepAfter } from '#shared/model/script.ts';
import { scriptOr404 } from './manage.ts';

/**
 * Steps as they are said to a lead, or to a sample one. What is not known of the lead stands in brackets: an agent in the
 * middle of a call has no use for an error. The rep is who speaks. @throws 400 for what cannot be read; 404
 */
export async function stepsFor(steps: readonly ScriptStep[], leadId?: string): Promise<ScriptStep[]> {
  const lead = leadId ? await usable(leadId) : undefined;
  const who = actor();
  const speaker = lead && who.kind === 'user' ? { ...lead, ownerId: who.userId } : lead;
  const values = await valuesFor(speaker);
  return steps.map((step) => ({ ...step, text: spoken(step.text, values) }));
}

/** A script as it is said to a lead. @throws 404 */
export async function scriptFor(scriptId: string, leadId: string) {
  const { name, steps } = await scriptOr404(scriptId);
  return { id: scriptId, name, steps: await stepsFor(steps, leadId) };
}

/**
 * Keeps with a call what was answered, in words. All answers are told each time, so that one that is told twice, or late,
 * adds nothing. @throws 404; 400 where they do not follow from each other, as after a change of the script
 */
export async function keepAnswers(
  scriptId: string,
  callId: string,
  given: readonly GivenAnswer[],
): Promise<Call> {
  const script = await scriptOr404(scriptId);
  if (stepAfter(script, given) === undefined)
    throw badRequest('These answers are not those of the script. It may have been changed; begin it anew.', {
      field: 'answers',
    });
  const answers = given.map(({ step, answer }) => {
    const asked = script.steps.find(({ key }) => key === step)!;
    return { key: step, step: asked.title, number: answer, answer: asked.answers[answer]!.label };
  });
  return changeCall(callId, { script: { scriptId, name: script.name, answers } });
}
