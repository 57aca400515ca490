import type { SubmissionAnswer } from '#shared/api/content-forms.ts';

type Delivery = SubmissionAnswer['delivery'];

/** What a delivery's state is called on the screen, with the colour of its badge. */
export const deliveryLooks: Record<Delivery['status'], { label: string; color: string }> = {
  pending: { label: 'On its way', color: 'blue' },
  retrying: { label: 'Tried again', color: 'amber' },
  delivered: { label: 'Delivered', color: 'green' },
  failed: { label: 'Not delivered', color: 'red' },
};

export const shownAnswer = (answer: string | number | string[]): string =>
  Array.isArray(answer) ? answer.join(', ') : String(answer);

/** A submission in a line: its first answers. */
export const summaryOf = ({ fields }: Pick<SubmissionAnswer, 'fields'>): string =>
  fields
    .slice(0, 3)
    .map(({ answer }) => shownAnswer(answer))
    .join(' · ') || 'No answers';
