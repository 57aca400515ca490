import * as z from 'zod';

/** Bounds of scripts. */
export const scriptLimits = {
  scripts: 100,
  name: 80,
  description: 500,
  steps: 40,
  title: 80,
  text: 2_000,
  /** Each has a key of the row of digits. */
  answers: 9,
  label: 60,
  /** Answers that one call may come by: more is a circle. */
  path: 100,
} as const;

const { name, description, steps, title, text, answers, label } = scriptLimits;
const most = (length: number) => `At most ${length} characters.`;

/** A step is named within its script: it may be moved and worded anew without a change of what leads to it. */
const stepKey = z.string().regex(/^[a-z0-9]{1,16}$/, 'letters and digits');

export const scriptStep = z.strictObject({
  key: stepKey,
  title: z.string().trim().min(1, 'Please enter a title for each step.').max(title, most(title)),
  text: z
    .string()
    .trim()
    .min(1, 'Please enter what is said in each step.')
    .max(text, most(text))
    .describe('with merge fields, as {{ lead.firstName }}'),
  answers: z
    .array(
      z.strictObject({
        label: z.string().trim().min(1, 'Please enter a text for each answer.').max(label, most(label)),
        next: stepKey.nullable().describe('the step that it leads to; null: the end'),
      }),
    )
    .max(answers, `A step has at most ${answers} answers.`),
});
export type ScriptStep = z.output<typeof scriptStep>;

/** What is wrong with the steps of a script as a whole; undefined where they hold together. */
function problemOfSteps(all: readonly ScriptStep[]): string | undefined {
  const keys = new Set(all.map(({ key }) => key));
  if (keys.size < all.length) return 'Two steps have the same key.';
  for (const step of all)
    for (const { next, label: said } of step.answers)
      if (next !== null && !keys.has(next)) return `“${said}” of “${step.title}” leads to no step.`;
  return undefined;
}

/** The fields of a script, for the form, the calls and the store. */
export const scriptFields = {
  name: z.string().trim().min(1, 'Please enter a name.').max(name, most(name)),
  description: z.string().trim().max(description, most(description)),
  steps: z
    .array(scriptStep)
    .min(1, 'A script has at least one step.')
    .max(steps, `A script has at most ${steps} steps.`)
    .superRefine((all, { addIssue }) => {
      const problem = problemOfSteps(all);
      if (problem) addIssue({ code: 'custom', message: problem });
    })
    .describe('it begins with the first'),
};

export const script = z.object({
  id: z.string(),
  ...scriptFields,
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Script = z.output<typeof script>;

/** An answer that was given: of which step, and which of its answers, from 0. */
export const givenAnswer = z.strictObject({
  step: stepKey,
  answer: z
    .number()
    .int()
    .min(0)
    .max(answers - 1),
});
export type GivenAnswer = z.output<typeof givenAnswer>;

type Steps = Pick<Script, 'steps'>;

/** The step that answers lead to: null at the end; undefined where they are none of the script's. */
export function stepAfter(
  { steps: all }: Steps,
  given: readonly GivenAnswer[],
): ScriptStep | null | undefined {
  let at: ScriptStep | null | undefined = all[0];
  for (const { step, answer } of given) {
    const next: string | null | undefined = at?.key === step ? at.answers[answer]?.next : undefined;
    if (next === undefined) return undefined;
    at = next === null ? null : all.find(({ key }) => key === next);
  }
  return at;
}

/** What was said in a call, in words: they stay as they were when the script is changed later. */
export const callScript = z.object({
  scriptId: z.string(),
  name: z.string(),
  answers: z.array(
    z.object({
      key: z.string().describe('of the step'),
      step: z.string().describe('its title'),
      number: z.number().int().describe('which of its answers, from 0'),
      answer: z.string(),
    }),
  ),
});
export type CallScript = z.output<typeof callScript>;
