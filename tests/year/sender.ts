import { usableNumbers } from '#functions/messages/numbers.ts';
import { readSettings, saveSettings } from '#functions/messages/settings-store.ts';

/** A tenant whose texts and mails go out by the carriers' stand-ins, without a limit that the year would run into. */
export async function prepareSender(): Promise<void> {
  const settings = await readSettings();
  await saveSettings(settings);
  await usableNumbers(await readSettings());
}
