import { AppError } from '#functions/kernel/errors.ts';
import { assertValidFilter } from '#functions/leads/api.ts';
import { variablesOf } from '#functions/messageTemplates/api.ts';
import { type GraphProblem, graphProblems } from '#shared/model/journey/graph.ts';
import type { JourneyFields } from '#shared/model/journey/journey.ts';
import type { Step } from '#shared/model/journey/steps/index.ts';
import type { LeadFilter } from '#shared/model/lead-filter.ts';

/** The sentence by which something is refused, if it is. */
function refusalOf(assert: () => unknown): string | undefined {
  try {
    assert();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** What a filter lacks; a draft may lack it while it is being made, but a lead would be sent the wrong way by it. */
const filterProblem = (filter: LeadFilter) => refusalOf(() => assertValidFilter(filter));

/** Why a text or a mail of its own could be written to nobody: a variable that there is not, a tag left open. */
function textProblem(step: Step): string | undefined {
  if ((step.type !== 'sms' && step.type !== 'email') || step.config.templateId) return undefined;
  const { type, config } = step;
  return refusalOf(() => {
    if ('subject' in config) variablesOf('sms', config.subject);
    variablesOf(type, config.body);
  });
}

/** Everything that keeps a draft from going live, in sentences. */
export function problemsOf(draft: Pick<JourneyFields, 'steps' | 'entry' | 'rules'>): GraphProblem[] {
  const problems = graphProblems(draft);
  for (const step of draft.steps) {
    const text = step.type === 'branch' ? filterProblem(step.config.filter) : textProblem(step);
    if (text) problems.push({ stepId: step.id, text });
  }
  const goal = draft.rules.goal && filterProblem(draft.rules.goal);
  if (goal) problems.push({ stepId: null, text: `The goal is not complete: ${goal}` });
  return problems;
}
