import { clock } from '#functions/kernel/clock.ts';
import { AppError, notFound, tooMany } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { type Answer, answerProblems } from '#shared/scene/live/form-rules.ts';
import { withForm } from './form.ts';
import { fillSeconds, rates } from './limits.ts';
import { callerHash, checkPass, issuePass } from './pass.ts';
import { insertSubmission, tally } from './store.ts';

async function count(kind: keyof typeof rates, subject: string): Promise<void> {
  const { most, window } = rates[kind];
  const { count: now, secondsLeft } = await tally(`${kind}|${subject}`, window);
  if (now <= most) return;
  const minutes = Math.ceil(secondsLeft / 60);
  throw tooMany(
    `Too many messages. Please try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`,
    secondsLeft,
  );
}

/** A pass for one submission; asked for when somebody begins to fill the form in. @throws 404, 429 */
export function formPass(publicId: string, elementId: string): Promise<{ pass: string; readyIn: number }> {
  return withForm(publicId, elementId, async () => {
    await count('pass', `${publicId}|${await callerHash()}`);
    return { pass: await issuePass(publicId, elementId), readyIn: fillSeconds };
  });
}

export interface GivenForm {
  publicId: string;
  elementId: string;
  pass: string;
  website: string;
  answers: Record<string, Answer>;
}

/**
 * Takes a filled in form: checked against what the published element asks, kept, and handed on by its event. The
 * same pass given twice is one submission.
 * @throws 400 with a sentence for each answer that does not fit; 404; 429 with Retry-After
 */
export function submitForm(kind: 'contact' | 'survey', given: GivenForm): Promise<{ message: string }> {
  const { publicId, elementId, answers } = given;
  return withForm(publicId, elementId, async (form) => {
    if (form.kind !== kind) throw notFound('The form');
    const thanks = { message: form.successMessage };
    // Programs fill in every field they find; they need not know that it did not help.
    if (given.website !== '') return thanks;
    const number = await checkPass(given.pass, publicId, elementId);
    const problems = answerProblems(form.questions, answers);
    const first = Object.values(problems)[0];
    if (first) throw new AppError(400, 'invalid_answers', first, { details: { problems } });
    const addressHash = await callerHash();
    await count('address', `${publicId}|${addressHash}`);
    await count('sign', publicId);
    const submissionId = deterministicId('sub', publicId, number);
    const { projectId, action, target } = form;
    const fields = form.questions.flatMap((question) => {
      const answer = answers[question.name];
      return answer === undefined ? [] : [{ name: question.name, label: form.labelOf(question), answer }];
    });
    const submission = {
      submissionId,
      projectId,
      publicId,
      elementId,
      kind,
      fields,
      action,
      target,
      addressHash,
      status: 'pending' as const,
      attempts: 0,
      at: clock.iso(),
    };
    await commit(
      insertSubmission(submission),
      event('content.form.submitted', projectId, { projectId, submissionId, elementId, kind }),
    ).catch((error) => {
      if (!(error instanceof ConditionFailed)) throw error;
    });
    return thanks;
  });
}
