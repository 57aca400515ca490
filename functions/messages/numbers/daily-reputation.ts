import { z } from 'zod';
import { textNumbers } from '#functions/dids/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { type DueWork, dueAt } from '#functions/kernel/due.ts';
import { entity } from '#functions/kernel/entity.ts';
import { accepted, writeOne } from '#functions/kernel/table.ts';
import { smsProviderOf } from '../providers/index.ts';
import { smsAccount, smsState } from '../settings/accounts.ts';
import { readSettings } from '../settings/store.ts';
import { readReputations } from './reputation.ts';

/*
 * How phones label numbers changes by itself, and pools give no number of a high risk: what the carrier says of it is read
 * once a day, whether or not anybody syncs.
 */

const dayMs = 24 * 3_600_000;

const DailyReadings = entity('numberReputationDay', {
  fields: z.object({ provider: z.string() }),
  key: { partition: [], sort: ['provider'] },
  due: true,
});

/** Has the reputation of a provider's numbers read each day from now on, unless it is already or the provider tells none. */
export async function startDailyReading(provider: string): Promise<void> {
  if (!smsProviderOf(provider).reputations) return;
  const firstAt = clock.now() + dayMs;
  await accepted(
    writeOne(DailyReadings.insert({ provider, ...dueAt('numberReputation', provider, firstAt) })),
  );
}

/** The sweeper's part. Who has no numbers there any more, or no keys, begins again with the next sync or purchase. */
export const numberReputationWork: DueWork = {
  async look(provider) {
    const settings = await readSettings();
    const numbers = (await textNumbers()).filter((one) => one.provider === provider && one.isActive);
    if (numbers.length === 0 || !smsState(settings, provider).connected) {
      await writeOne(DailyReadings.remove({ provider }));
      return undefined;
    }
    await readReputations(
      await smsAccount(settings, provider),
      numbers.map(({ numberId }) => numberId),
    );
    return clock.now() + dayMs;
  },
  earlier: async () => [],
};
