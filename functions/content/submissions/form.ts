import { asVisitor } from '#functions/kernel/actor.ts';
import { notFound } from '#functions/kernel/errors.ts';
import type { Element } from '#shared/model/content.ts';
import { contactQuestions } from '#shared/scene/elements/contact-form.ts';
import { surveyQuestions } from '#shared/scene/elements/survey-form.ts';
import { formTypeOf, type Question } from '#shared/scene/live/form-rules.ts';
import { elementTypeNamed, readProperties } from '#shared/scene/registry.ts';
import { resolveText } from '#shared/scene/variables.ts';
import { publishedSnapshot } from '../publications/read.ts';

/** A form as it is published at this moment. */
export interface PublishedForm {
  projectId: string;
  kind: 'contact' | 'survey';
  questions: Question[];
  /** The question as the visitor read it. */
  labelOf(question: Question): string;
  successMessage: string;
  action: 'email' | 'webhook';
  /** The e-mail addresses or the webhook's address. */
  target: string;
}

const propertiesOf = (element: Element) =>
  readProperties(
    elementTypeNamed(formTypeOf(element) === 'contact' ? 'contact_form' : 'survey_form'),
    element.properties,
  ) as never as Record<string, string>;

/** What a form element asks. */
export function questionsOf(element: Element): Question[] {
  const properties = propertiesOf(element) as never;
  return formTypeOf(element) === 'contact' ? contactQuestions(properties) : surveyQuestions(properties);
}

/** Where a form element says that its submissions go. */
export function deliveryOf(element: Element): Pick<PublishedForm, 'action' | 'target'> {
  const properties = propertiesOf(element);
  const action = (
    formTypeOf(element) === 'contact' ? properties.action : properties.submitAction
  ) as PublishedForm['action'];
  return { action, target: action === 'email' ? properties.recipient! : properties.webhookUrl! };
}

/** Works with a published form in its tenant's name. @throws 404 when the sign or the form is not published */
export function withForm<T>(
  publicId: string,
  elementId: string,
  work: (form: PublishedForm) => Promise<T>,
): Promise<T> {
  const tenant = Number(/^pub_(\d{1,10})_/.exec(publicId)?.[1] ?? 0);
  if (!tenant) throw notFound('The sign');
  return asVisitor(tenant, async () => {
    const { projectId, content } = await publishedSnapshot(publicId);
    const element = content.elements.find(({ id }) => id === elementId);
    const kind = element && formTypeOf(element);
    if (!element || !kind) throw notFound('The form');
    const properties = propertiesOf(element);
    const text = (value: string) => resolveText(value, { data: content.data as never });
    return work({
      projectId,
      kind,
      questions: questionsOf(element),
      labelOf: ({ label }) => text(label),
      successMessage: text(properties.successMessage!),
      ...deliveryOf(element),
    });
  });
}
