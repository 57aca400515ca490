import { z } from 'zod';
import { inboundMails } from '#functions/kernel/inbound-bucket.ts';
import { log } from '#functions/kernel/log.ts';
import { receiveMail } from './receive-mail.ts';
import { readMail } from './received-mail.ts';

/**
 * What S3 tells of a file that is there, as it puts it on the account's default bus.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html
 */
export const fileCreated = z.object({
  bucket: z.object({ name: z.string() }),
  object: z.object({ key: z.string().min(1), size: z.number().optional() }),
});
export type FileCreated = z.output<typeof fileCreated>;

/**
 * Takes the mail of a file into its thread, and then removes the file. What nobody is to have stays until the bucket
 * forgets it, for whoever looks for a mail that did not come.
 */
export async function takeFile({ bucket, object: { key } }: FileCreated): Promise<void> {
  if (!inboundMails.isIn(bucket.name)) return;
  const raw = await inboundMails.get(key);
  // Told of twice, and taken the first time.
  if (!raw) return;
  const mail = await readMail(raw).catch((error) => {
    log.warn('A mail that came in cannot be read.', { key, error: error as Error });
  });
  if (mail && (await receiveMail(mail, key))) await inboundMails.remove(key);
}
