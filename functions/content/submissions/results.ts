import type { FormResults } from '#shared/api/content-forms.ts';
import type { Element } from '#shared/model/content.ts';
import { formLimits, formTypeOf, type Question } from '#shared/scene/live/form-rules.ts';
import { elementsOf } from '../elements/store.ts';
import { projectOr404 } from '../projects/read.ts';
import { questionsOf } from './form.ts';
import { readMost, shownLatest } from './limits.ts';
import { shownAnswer } from './list.ts';
import { latestSubmissions, type Submission, type SubmittedField, submissionIdsOf } from './store.ts';

type QuestionResults = FormResults['questions'][number];

/** How a question is shown: as the form asks it now, or, where it asks no more, as its answers look. */
function typeOf(
  question: Question | undefined,
  answers: readonly SubmittedField['answer'][],
): QuestionResults['type'] {
  switch (question?.type) {
    case 'rating':
      return 'rating';
    case 'choice':
    case 'choices':
    case 'yesno':
      return 'choice';
    case undefined:
      if (answers.every((answer) => typeof answer === 'number')) return 'rating';
      return answers.some((answer) => Array.isArray(answer)) ? 'choice' : 'text';
    default:
      return 'text';
  }
}

function offered(question: Question | undefined, type: QuestionResults['type']): string[] {
  if (type === 'rating') return Array.from({ length: formLimits.stars }, (_, i) => String(i + 1));
  if (question?.type === 'yesno') return ['Yes', 'No'];
  return [...(question?.options ?? [])];
}

function resultsOf(
  name: string,
  label: string,
  question: Question | undefined,
  answers: readonly SubmittedField['answer'][],
): QuestionResults {
  const type = typeOf(question, answers);
  const base = { name, label, type, answered: answers.length, average: null, counts: [], latest: [] };
  if (type === 'text') return { ...base, latest: answers.slice(0, shownLatest).map(shownAnswer) };
  // What is offered comes first, also where nobody chose it; then what was offered once.
  const counts = new Map(offered(question, type).map((option) => [option, 0]));
  for (const answer of answers.flat()) counts.set(String(answer), (counts.get(String(answer)) ?? 0) + 1);
  const stars = answers.map(Number);
  const average = stars.reduce((sum, value) => sum + value, 0) / Math.max(1, stars.length);
  return {
    ...base,
    average: type === 'rating' && answers.length > 0 ? Math.round(average * 100) / 100 : null,
    counts: [...counts].map(([answer, count]) => ({ answer, count })),
  };
}

function formResults(
  elementId: string,
  items: readonly Submission[],
  element: Element | undefined,
): FormResults {
  const questions = element ? questionsOf(element) : [];
  const known = new Map(questions.map((question) => [question.name, question]));
  const given = new Map<string, { label: string; answers: SubmittedField['answer'][] }>();
  for (const { fields } of items)
    for (const { name, label, answer } of fields) {
      const found = given.get(name) ?? { label, answers: [] };
      found.answers.push(answer);
      given.set(name, found);
    }
  const order = [...known.keys(), ...[...given.keys()].filter((name) => !known.has(name))];
  const days = new Map<string, number>();
  for (const { at } of items) days.set(at.slice(0, 10), (days.get(at.slice(0, 10)) ?? 0) + 1);
  return {
    elementId,
    kind: items[0]!.kind,
    submissions: items.length,
    days: [...days].map(([day, count]) => ({ day, count })).sort((a, b) => (a.day < b.day ? -1 : 1)),
    questions: order.flatMap((name) => {
      const found = given.get(name);
      return found ? [resultsOf(name, found.label, known.get(name), found.answers)] : [];
    }),
  };
}

/** How the answers to each form of a project are spread; of very many, the latest are counted. @throws 404 */
export async function submissionResults(projectId: string) {
  await projectOr404(projectId);
  const [items, ids, elements] = await Promise.all([
    latestSubmissions(projectId, readMost),
    submissionIdsOf(projectId),
    elementsOf(projectId),
  ]);
  const byForm = Map.groupBy(items, ({ elementId }) => elementId);
  const forms = [...byForm].map(([elementId, own]) =>
    formResults(
      elementId,
      own,
      elements.find((element) => element.id === elementId && formTypeOf(element)),
    ),
  );
  return { forms, counted: items.length, total: ids.length };
}
