import { z } from 'zod';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { writeOne } from '#functions/kernel/table.ts';

const Numbers = entity('senderNumber', {
  fields: z.object({
    numberId: z.string(),
    number: z.string(),
    provider: z.string(),
    providerId: z.string(),
    sandbox: z.boolean(),
    label: z.string(),
    sms: z.boolean(),
    mms: z.boolean(),
    voice: z.boolean(),
    isActive: z.boolean(),
    replies: z.enum(['here', 'elsewhere', 'unknown']),
    syncedAt: z.string(),
  }),
  key: { partition: [], sort: ['numberId'], casing: 'none' },
});
export type NumberRecord = Stored<typeof Numbers>;

export const numberIdOf = (provider: string, number: string) => deterministicId('nbr', provider, number);

export async function everyNumber(): Promise<NumberRecord[]> {
  return (await Numbers.all('key')).sort((a, b) => (a.number < b.number ? -1 : 1));
}

export const putNumbers = (numbers: readonly NumberRecord[]): Promise<void> => Numbers.putEvery(numbers);

export const removeNumber = (numberId: string): Promise<void> => writeOne(Numbers.remove({ numberId }));
