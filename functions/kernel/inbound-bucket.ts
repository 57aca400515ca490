import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { env } from './env.ts';
import { traced } from './trace.ts';

const s3 = traced(new S3Client({}));

const name = () => env('INBOUND_BUCKET_NAME');

/**
 * Mails as SES received them, in a bucket of their own. Whose a mail is stands in the mail, so no key names a tenant,
 * and nobody but their worker may read them.
 */
export const inboundMails = {
  /** Whether something that happened in a bucket happened in this one. */
  isIn: (bucket: string): boolean => bucket === name(),
  /** The mail's bytes; undefined when it has been taken. */
  async get(key: string): Promise<Buffer | undefined> {
    try {
      const found = await s3.send(new GetObjectCommand({ Bucket: name(), Key: key }));
      return Buffer.from(await found.Body!.transformToByteArray());
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  },
  async remove(key: string): Promise<void> {
    await s3.send(new DeleteObjectCommand({ Bucket: name(), Key: key }));
  },
};
