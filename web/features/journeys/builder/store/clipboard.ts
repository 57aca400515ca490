import { type Step, step } from '#shared/model/journey/steps/index.ts';

/** Steps that were copied, for this and every other tab of the browser. */
const key = 'dealbell-journey-clipboard';

export function keepCopied(steps: readonly Step[]): void {
  localStorage.setItem(key, JSON.stringify(steps));
}

/** What was copied last; what can no longer be read is nothing. */
export function copied(): Step[] {
  try {
    const found = step.array().safeParse(JSON.parse(localStorage.getItem(key) ?? '[]'));
    return found.success ? found.data : [];
  } catch {
    return [];
  }
}
