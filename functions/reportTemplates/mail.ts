import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { NextLook } from '#functions/kernel/due.ts';
import { handOverEach } from '#functions/kernel/hand-over.ts';
import { mailOutcome } from '#functions/kernel/mail-outcome.ts';
import { sendMailWithFiles } from '#functions/kernel/mail-with-files.ts';
import { tenantById } from '#functions/tenants/api.ts';
import { findUser } from '#functions/users/api.ts';
import type { MadeFile } from './make.ts';
import { outsiders } from './outsiders.ts';
import { changeRun } from './runs.ts';
import type { Delivery, RunRecord } from './store.ts';
import { reportWords } from './words.ts';

/** A larger file is not attached: mailboxes refuse it. bytes */
const mostAttached = 5_000_000;

/**
 * Sends each recipient the report, once: a mail is claimed before it is handed over, and one of which nobody knows
 * whether it was is not sent again. Nobody gets an empty file.
 * @throws what may pass by itself, with whoever has not got it left as waiting
 */
export async function mailEverybody(begun: RunRecord, file: MadeFile): Promise<NextLook> {
  if (file.size === 0) throw new Error('The file is empty.');
  const { name: workspace } = await tenantById(tenantOf());
  const bytes = file.size <= mostAttached ? await file.read() : undefined;
  if (file.size <= mostAttached && bytes?.length !== file.size)
    throw new Error('The file could not be read in full.');
  const [chart, summary] = await Promise.all([file.readPicture(), file.readSummary()]);
  const words = reportWords(begun, workspace, { summary, isAttached: bytes !== undefined });
  const files = bytes ? [{ filename: file.filename, contentType: file.contentType, bytes }] : [];
  const picture = chart && {
    filename: 'chart.png',
    bytes: chart,
    alt: `Chart of “${begun.template.name}”`,
  };
  const strangers = await strangersTo(begun);

  let run = begun;
  const note = async (at: number, change: Partial<Delivery>) => {
    const recipients = run.recipients.map((one, n) => (n === at ? { ...one, ...change } : one));
    run = await changeRun(run, { recipients });
  };
  const next = await handOverEach({
    items: () => run.recipients,
    note,
    send: async (at) => {
      const { address } = run.recipients[at]!;
      if (strangers.has(address)) return { state: 'refused', reason: 'It is outside the workspace.' };
      const mail = { to: [address], ...words };
      return mailOutcome(sendMailWithFiles(mail, { files, picture }));
    },
  });
  if (next !== undefined) return next;
  await end(run);
  return undefined;
}

/** Recipients outside the workspace, of whom whoever planned it may not decide. */
async function strangersTo({ setBy, recipients }: RunRecord): Promise<ReadonlySet<string>> {
  const planner = await findUser(setBy);
  return new Set(planner?.role === 'admin' ? [] : await outsiders(recipients.map(({ address }) => address)));
}

async function end(run: RunRecord): Promise<void> {
  const left = run.recipients.filter(({ state }) => state !== 'sent').length;
  const endedAt = clock.iso();
  if (left === 0) await changeRun(run, { status: 'sent', endedAt });
  else
    await changeRun(run, {
      status: 'failed',
      reason: `${left} of ${run.recipients.length} did not get it, or perhaps not.`,
      tellOwner: true,
      endedAt,
    });
}
