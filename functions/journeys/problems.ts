import { AppError } from '#functions/kernel/errors.ts';
import { assertValidFilter } from '#functions/leads/api.ts';
import { type GraphProblem, graphProblems } from '#shared/model/journey/graph.ts';
import type { JourneyFields } from '#shared/model/journey/journey.ts';
import type { LeadFilter } from '#shared/model/lead-filter.ts';

/** What a filter lacks; a draft may lack it while it is being made, but a lead would be sent the wrong way by it. */
function lacking(filter: LeadFilter): string | undefined {
  try {
    assertValidFilter(filter);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** Everything that keeps a draft from going live, in sentences. */
export function problemsOf(draft: Pick<JourneyFields, 'steps' | 'entry' | 'rules'>): GraphProblem[] {
  const problems = graphProblems(draft);
  for (const step of draft.steps) {
    const text = step.type === 'branch' ? lacking(step.config.filter) : undefined;
    if (text) problems.push({ stepId: step.id, text });
  }
  const goal = draft.rules.goal && lacking(draft.rules.goal);
  if (goal) problems.push({ stepId: null, text: `The goal is not complete: ${goal}` });
  return problems;
}
