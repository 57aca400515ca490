import type { Element } from '#shared/model/content.ts';

/*
 * What a form asks and when an answer fits. The page checks by these rules before it sends, and the server checks
 * again by the same ones.
 */

export const formLimits = {
  /** Fields of a contact form, questions of a whole survey. */
  fields: 30,
  steps: 12,
  options: 20,
  optionLength: 120,
  /** Characters of one answer: a line, and a text. */
  line: 320,
  text: 5_000,
  /** Answers of one submission, and their characters together. */
  answers: 60,
  total: 40_000,
  /** Stars of a rating. */
  stars: 5,
} as const;

export interface Question {
  name: string;
  label: string;
  type: 'text' | 'textarea' | 'email' | 'phone' | 'number' | 'choice' | 'choices' | 'rating' | 'yesno';
  required: boolean;
  options?: readonly string[];
}

export type Answer = string | number | string[];

const email = /^[^\s@<>()[\]\\,;:"]+@[^\s@.]+(\.[^\s@.]+)+$/;
const phone = /^\+?[\d\s().-]{5,30}$/;

/** Why an answer does not fit its question; undefined when it does. */
export function answerProblem(question: Question, answer: Answer | undefined): string | undefined {
  const { label, type } = question;
  const empty = answer === undefined || answer === '' || (Array.isArray(answer) && answer.length === 0);
  if (empty) return question.required ? `Please answer “${label}”.` : undefined;
  const most = type === 'textarea' ? formLimits.text : formLimits.line;
  if (type === 'choices') {
    if (!Array.isArray(answer) || answer.some((each) => !question.options?.includes(each)))
      return `Please choose from the options of “${label}”.`;
    return undefined;
  }
  if (type === 'rating') {
    const stars = Number(answer);
    return Number.isInteger(stars) && stars >= 1 && stars <= formLimits.stars
      ? undefined
      : `Please give “${label}” 1 to ${formLimits.stars} stars.`;
  }
  if (Array.isArray(answer)) return `“${label}” takes one answer.`;
  const text = String(answer);
  if (text.length > most) return `“${label}” may have at most ${most} characters.`;
  if (type === 'email' && !email.test(text.trim())) return `Please enter an e-mail address in “${label}”.`;
  if (type === 'phone' && !phone.test(text.trim())) return `Please enter a phone number in “${label}”.`;
  if (type === 'number' && !Number.isFinite(Number(text))) return `Please enter a number in “${label}”.`;
  if (type === 'choice' && !question.options?.includes(text))
    return `Please choose from the options of “${label}”.`;
  if (type === 'yesno' && text !== 'Yes' && text !== 'No') return `Please answer “${label}” with yes or no.`;
  return undefined;
}

/** All problems of a set of answers, by the question's name; answers that no question asked for included. */
export function answerProblems(
  questions: readonly Question[],
  answers: Readonly<Record<string, Answer>>,
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const question of questions) {
    const given = Object.hasOwn(answers, question.name) ? answers[question.name] : undefined;
    const problem = answerProblem(question, given);
    if (problem) problems[question.name] = problem;
  }
  for (const name of Object.keys(answers)) {
    if (!questions.some((question) => question.name === name)) problems[name] = 'The form has no such field.';
  }
  return problems;
}

export const formTypeOf = (element: Pick<Element, 'properties'>): 'contact' | 'survey' | undefined =>
  (({ contact_form: 'contact', survey_form: 'survey' }) as const)[
    String(element.properties.customElementType)
  ];
