import { findDidPool } from '#functions/didPools/api.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { ProviderDown, sendMessage } from '#functions/messages/api.ts';
import { findTemplate, renderFor } from '#functions/messageTemplates/api.ts';
import { refusal, takeContact, tomorrow } from './contact.ts';
import { done, failed, type Runner, type Running, type StepResult } from './runner.ts';

interface Text {
  templateId: string | null;
  subject: string;
  body: string;
}

/** What a step would send to a lead. @throws 400 that names a variable without a value; 404 */
export async function renderText(channel: 'sms' | 'email', leadId: string | undefined, given: Text) {
  const { templateId } = given;
  const template = templateId ? await findTemplate(templateId) : undefined;
  if (templateId && !template) throw new AppError(404, 'not_found', 'The template was not found.');
  const { subject, body } = template ?? given;
  return renderFor(channel, subject, body, leadId);
}

async function message(
  running: Running<'sms'> | Running<'email'>,
  channel: 'sms' | 'email',
  given: Text & { poolId?: string | null },
): Promise<StepResult> {
  const { lead, key, enrolment } = running;
  const what = channel === 'sms' ? 'text message' : 'e-mail';
  if ((channel === 'sms' ? lead.phones : lead.emails).length === 0)
    return failed(
      'failed',
      `No ${what}: the lead has no ${channel === 'sms' ? 'phone number' : 'e-mail address'}.`,
    );
  let text: Awaited<ReturnType<typeof renderText>>;
  try {
    text = await renderText(channel, lead.id, given);
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return failed('failed', `No ${what}: ${error.message}`);
  }
  const poolId = given.poolId ?? null;
  // A pool that gives no number for a while is waited for, and one that was removed would be waited for forever.
  if (poolId && !(await findDidPool(poolId)))
    return failed('failed', `No ${what}: the pool of its numbers was removed.`);
  const place = await takeContact(running as Running<'sms'>, channel);
  if (!place.ok) return tomorrow(lead);
  try {
    const outcome = await sendMessage({
      channel,
      leadId: lead.id,
      ...(channel === 'email' ? { subject: text.subject } : {}),
      body: text.body,
      templateId: given.templateId,
      source: { kind: 'journey', id: enrolment.journeyId },
      ...(poolId ? { campaign: { onceWithinHours: 0, poolId } } : {}),
      key,
    });
    switch (outcome.kind) {
      case 'sent':
        return done('next', channel === 'sms' ? 'Texted' : `Mailed “${text.subject}”`);
      case 'refused':
        await place.giveBack();
        return refusal(running as Running<'sms'>, channel, 'failed', outcome);
      case 'later':
        await place.giveBack();
        return { kind: 'later', at: outcome.retryAt, note: outcome.why };
      case 'failed':
        return failed('failed', `No ${what}: ${outcome.error}`);
    }
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    return { kind: 'retry', note: error.message };
  }
}

export const sms: Runner<'sms'> = {
  run: (running) => message(running, 'sms', { ...running.config, subject: '' }),
};

export const email: Runner<'email'> = {
  run: (running) => message(running, 'email', running.config),
};
