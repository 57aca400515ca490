import type { ScriptStep } from '#shared/model/script.ts';

/** The choice that an answer ends the script: no step has such a key. */
export const endOfScript = '-';

export const blankStep = (): ScriptStep => ({
  key: crypto.randomUUID().replaceAll('-', '').slice(0, 10),
  title: '',
  text: '',
  answers: [],
});

/** The steps without one; answers that led to it end the script. */
export const withoutStep = (steps: readonly ScriptStep[], gone: string): ScriptStep[] =>
  steps
    .filter(({ key }) => key !== gone)
    .map((step) => ({
      ...step,
      answers: step.answers.map((answer) => (answer.next === gone ? { ...answer, next: null } : answer)),
    }));
