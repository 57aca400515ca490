import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { availability, drawNumber } from '#functions/transferGroups/api.ts';
import type { StepConfig } from '#shared/model/journey/steps/index.ts';
import { failed, type StepResult } from './runner.ts';

/** While every number of a group is taken, it is asked again after so long; ms. */
const askAgainMs = 60_000;

/** A drawn number is given free when the call ends; at the latest, as its end may never be told, after so long, in s. */
const longestTakenSeconds = 4 * 3_600;

type Config = Pick<StepConfig<'call'>, 'transferNumber' | 'transferGroupId'>;

const isCode = (error: unknown, code: string): boolean => error instanceof AppError && error.code === code;

/** When to try again, where no number of a group takes a call; never, where none is active. */
async function laterOrNever(groupId: string): Promise<StepResult> {
  const { obstacle, opensAt, reason } = await availability(groupId);
  if (obstacle === 'closed' && opensAt)
    return { kind: 'later', at: opensAt, note: `Not called yet. ${reason}` };
  if (obstacle === 'taken')
    return {
      kind: 'later',
      at: new Date(clock.now() + askAgainMs).toISOString(),
      note: `Not called yet. ${reason}`,
    };
  return failed('failed', `Not called: nobody could take the call. ${reason}`);
}

/**
 * Where an answered call of a step is put through to: its own number, or one that is drawn of its group for the call
 * that `key` names; null where nobody takes it. What the step does instead, where no number is free.
 */
export async function transferTo(
  { transferNumber, transferGroupId }: Config,
  key: string,
): Promise<{ number: string | null } | { instead: StepResult }> {
  if (transferNumber || !transferGroupId) return { number: transferNumber || null };
  try {
    return { number: (await drawNumber(transferGroupId, key, longestTakenSeconds)).phoneNumber };
  } catch (error) {
    if (isCode(error, 'no_number_available')) return { instead: await laterOrNever(transferGroupId) };
    if (isCode(error, 'not_found'))
      return { instead: failed('failed', 'Not called: its transfer group has been removed.') };
    throw error;
  }
}
