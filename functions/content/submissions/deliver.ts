import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { sendMail } from '#functions/kernel/mail.ts';
import { send } from '#functions/kernel/queue.ts';
import { ownStanding, standingReasons } from '#functions/tenants/api.ts';
import { recipientsOf } from '#shared/scene/live/form-delivery.ts';
import { findProject } from '../projects/store.ts';
import { holdSubmission } from './held-store.ts';
import { maxRecipients, retryAfterSeconds } from './limits.ts';
import { findSubmission, noteDelivery, type Submission } from './store.ts';
import { callFor, post, Undeliverable } from './webhook.ts';

const isAddress = (text: string) => recipientsOf(text)[0] === text;

const shown = (answer: string | number | string[]) =>
  Array.isArray(answer) ? answer.join(', ') : String(answer);

async function byEmail({ target, fields, kind, at }: Submission, projectName: string): Promise<void> {
  const to = recipientsOf(target);
  if (to.length === 0) throw new Undeliverable('The form has no valid e-mail address to write to.');
  const lines = fields.map(({ label, answer }) => `${label}\n${shown(answer)}\n`);
  const from = fields
    .map(({ answer }) => answer)
    .find((answer) => typeof answer === 'string' && isAddress(answer));
  await sendMail({
    to: to.slice(0, maxRecipients),
    subject: `${kind === 'contact' ? 'New message' : 'New survey answers'} from “${projectName}”`,
    text: `${lines.join('\n')}\n—\nSent ${at} by a form of “${projectName}”.\n`,
    ...(typeof from === 'string' ? { replyTo: from } : {}),
  });
}

async function byWebhook(submission: Submission, projectName: string): Promise<void> {
  const { submissionId, projectId, elementId, kind, at, fields } = submission;
  const body = {
    type: 'content.form.submitted',
    id: submissionId,
    at,
    project: { id: projectId, name: projectName },
    form: { elementId, kind },
    answers: Object.fromEntries(fields.map(({ name, answer }) => [name, answer])),
    fields,
  };
  // The same for each try, so that the receiver can tell a second one from a second submission.
  await post(callFor(submission.target), JSON.stringify(body), { 'idempotency-key': submissionId });
}

const tryLater = (submissionId: string, seconds: number) =>
  send('FORMS', tenantOf(), { submissionId }, seconds);

/** Permanent failures of SES: the message or the address will not become better. */
const refusedBySes = new Set(['MessageRejected', 'BadRequestException', 'NotFoundException']);

/**
 * Hands a submission on. A failure that may pass is tried again, later each time; after the last try it is thrown,
 * so that the message ends on the dead-letter queue. One that cannot pass (no address, a redirect) is only noted:
 * it is for the form's owner to mend, who sees it beside the submission.
 */
export async function deliver(submissionId: string, later = tryLater): Promise<void> {
  const submission = await findSubmission(submissionId);
  if (!submission || submission.status === 'delivered') return;
  const standing = await ownStanding();
  if (standing !== 'active') {
    await holdSubmission(submissionId);
    const deliveryError = standingReasons[standing].sentence;
    await noteDelivery(submissionId, { status: 'retrying', attempts: submission.attempts, deliveryError });
    return;
  }
  const project = await findProject(submission.projectId);
  const attempts = submission.attempts + 1;
  try {
    await (submission.action === 'email' ? byEmail : byWebhook)(
      submission,
      project?.name ?? 'a removed project',
    );
    await noteDelivery(submissionId, {
      status: 'delivered',
      attempts,
      deliveryError: '',
      deliveredAt: clock.iso(),
    });
  } catch (error) {
    const { name, message } = error as Error;
    const permanent = error instanceof Undeliverable || refusedBySes.has(name);
    const wait = permanent ? undefined : retryAfterSeconds[submission.attempts];
    await noteDelivery(submissionId, {
      status: wait === undefined ? 'failed' : 'retrying',
      attempts,
      deliveryError: message.slice(0, 500),
    });
    if (permanent) return;
    if (wait === undefined) throw error;
    await later(submissionId, wait);
  }
}
