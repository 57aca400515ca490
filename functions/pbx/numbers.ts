import { z } from 'zod';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { conflict } from '#functions/kernel/errors.ts';

/**
 * The numbers of the tenant's own exchange. The item is the reservation: extensions and queues are dialled alike, so
 * one number is one of them.
 */
const Numbers = entity('internalNumber', {
  fields: z.object({ number: z.string(), kind: z.enum(['extension', 'queue']), id: z.string() }),
  key: { partition: [], sort: ['number'] },
});
type InternalNumber = Stored<typeof Numbers>;

/** What a number of the exchange is: an extension or a queue, by its id. */
export const findNumber = (number: string): Promise<InternalNumber | undefined> => Numbers.find({ number });

/** The write that takes a number; refused where something else has it. */
export const reserveNumber = (reserved: InternalNumber): object =>
  Numbers.insert(
    reserved,
    conflict(
      `The number ${reserved.number} is another extension’s or a queue’s.`,
      { field: 'number' },
      'number_taken',
    ),
  );

export const releaseNumber = (number: string): object => Numbers.remove({ number });
