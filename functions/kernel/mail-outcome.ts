import type { Outcome } from './hand-over.ts';
import { neverArrived } from './never-arrived.ts';

/** What SES says of a mail that it will never take. */
const refusals = new Set(['MessageRejected', 'BadRequestException', 'NotFoundException']);

/** What became of a mail that is being handed to SES. */
export const mailOutcome = (sending: Promise<unknown>): Promise<Outcome> =>
  sending.then(
    (): Outcome => ({ state: 'sent' }),
    (error: Error): Outcome => {
      const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
      const reason = error.message.slice(0, 200);
      if (refusals.has(error.name)) return { state: 'refused', reason };
      // It said that it did not take it: too many at once, or too many of this day.
      const isLeft = neverArrived(error) || (status >= 400 && status < 500);
      return { state: isLeft ? 'waiting' : 'unsure', reason };
    },
  );
