import { usableNumbers } from '#functions/messages/numbers/numbers.ts';
import { readSettings, saveSettings } from '#functions/messages/settings/store.ts';
import { rateLimits } from '#shared/model/message.ts';

/** A tenant whose texts and mails go out by the carriers' stand-ins, without a limit that the year would run into. */
export async function prepareSender(): Promise<void> {
  const { number, campaign } = rateLimits;
  const settings = await readSettings();
  await saveSettings({
    ...settings,
    numberPerMinute: number.most,
    campaignPerMinute: campaign.most,
    // Without one no mail goes out.
    email: { ...settings.email, postalAddress: '1 Main Street, Springfield, IL 62701' },
  });
  await usableNumbers(await readSettings());
}
