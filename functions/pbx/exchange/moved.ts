import { clock } from '#functions/kernel/clock.ts';
import { phoneNameOf } from '#functions/telephony/api.ts';
import { everyExtension } from '../extensions/store.ts';
import { everyQueue } from '../queues/store.ts';
import { endAndMark } from '../sessions/end.ts';
import { sessionsThatGoOn } from '../sessions/store.ts';
import { deployedPlans, routedNumbers } from './number-hooks.ts';
import { markMany, type Pushed } from './pushes.ts';

const phoneOf = ({ number }: { number: string }): Pushed => ({ kind: 'phone', name: phoneNameOf(number) });

/**
 * Has the exchange told of every queue, phone, dial plan and number of the tenant within the minute, as it knows nothing
 * of them.
 */
export async function tellEverything(): Promise<void> {
  const [queues, extensions, plans, numbers] = await Promise.all([
    everyQueue(),
    everyExtension(),
    deployedPlans.run(),
    routedNumbers.run(),
  ]);
  const all: Pushed[] = [
    ...queues.map(({ queueId }) => ({ kind: 'queue' as const, name: queueId })),
    ...extensions.map(phoneOf),
    ...plans.map((name) => ({ kind: 'plan' as const, name })),
    ...numbers.map((name) => ({ kind: 'number' as const, name })),
  ];
  await markMany(all, clock.now());
}

/** Has the exchange told of every phone of the tenant within the minute, as something of the workspace is another. */
export const tellPhones = async (): Promise<void> =>
  markMany((await everyExtension()).map(phoneOf), clock.now());

/** Ends every sign-in to a phone: it is of an exchange that the tenant has left. */
export async function endAllSessions(): Promise<void> {
  for (const { sessionId } of await sessionsThatGoOn()) await endAndMark(sessionId, 'exchangeMoved');
}
