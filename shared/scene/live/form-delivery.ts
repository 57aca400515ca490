import type { Element } from '#shared/model/content.ts';
import { answerProblem, formTypeOf } from './form-rules.ts';

const isAddress = (text: string): boolean =>
  answerProblem({ name: 'to', label: 'to', type: 'email', required: true }, text) === undefined;

/** The texts that are written where an e-mail's addresses belong. */
const written = (recipient: string): string[] => recipient.split(/[,;\s]+/).filter(Boolean);

/** The e-mail addresses that a form writes to. */
export const recipientsOf = (recipient: string): string[] => written(recipient).filter(isAddress);

/** A form whose answers would reach nobody. */
export interface FormProblem {
  elementId: string;
  /** What the form is called. */
  form: string;
  /** What is missing, as a sentence. */
  problem: string;
}

function emailProblem(recipient: string): string | undefined {
  const texts = written(recipient);
  const wrong = texts.find((text) => !isAddress(text));
  if (wrong) return `“${wrong}” is not an e-mail address.`;
  return texts.length === 0 ? 'It has no e-mail address to write to.' : undefined;
}

function webhookProblem(address: string): string | undefined {
  if (address.trim() === '') return 'It has no webhook to call.';
  return URL.canParse(address) && new URL(address).protocol === 'https:'
    ? undefined
    : 'Its webhook is not an https address.';
}

/** The visible forms that could not deliver what visitors send, and why. */
export function formProblems(elements: readonly Element[]): FormProblem[] {
  return elements.flatMap((element) => {
    const kind = element.isVisible ? formTypeOf(element) : undefined;
    if (!kind) return [];
    const { action, submitAction, recipient, webhookUrl, title } = element.properties;
    const way = kind === 'contact' ? (action ?? 'email') : (submitAction ?? 'webhook');
    const problem =
      way === 'email' ? emailProblem(String(recipient ?? '')) : webhookProblem(String(webhookUrl ?? ''));
    const form = String(title || (kind === 'contact' ? 'Contact form' : 'Survey'));
    return problem ? [{ elementId: element.id, form, problem }] : [];
  });
}
