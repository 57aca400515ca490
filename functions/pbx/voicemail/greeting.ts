import { publicSound, removePublicSound } from '#functions/kernel/public-sound.ts';
import { type Greeting, voicemailLimits } from '#shared/model/voicemail.ts';
import { extensionOr404 } from '../extensions/read.ts';
import { assertOwn } from '../extensions/status.ts';
import { changeExtension } from '../extensions/write.ts';
import { changeQueue, queueOr404 } from '../queues/queues.ts';

const most = { seconds: voicemailLimits.greeting, bytes: voicemailLimits.greetingBytes };
const stored = (audio: Blob): Promise<NonNullable<Greeting>> => publicSound(audio, 'greetings', most);

/** Gives an extension's box a greeting, or without a file the exchange's own words. @throws 400, 404; 403 for a colleague's */
export async function greetExtension(
  extensionId: string,
  audio: Blob | undefined,
): Promise<{ greeting: Greeting }> {
  const before = await extensionOr404(extensionId);
  assertOwn(before);
  const greeting = audio ? await stored(audio) : null;
  await changeExtension(extensionId, { greeting });
  await removePublicSound(before.greeting);
  return { greeting };
}

/** The same of a queue's box. @throws 400, 404 */
export async function greetQueue(queueId: string, audio: Blob | undefined): Promise<{ greeting: Greeting }> {
  const before = await queueOr404(queueId);
  const greeting = audio ? await stored(audio) : null;
  await changeQueue(queueId, () => ({ greeting }));
  await removePublicSound(before.greeting);
  return { greeting };
}
