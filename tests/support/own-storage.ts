import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { createTable } from './table.ts';

/**
 * Gives a process of tests a table of its own, and with it a bucket: tenants' numbers begin anew in each table. It is
 * done before any module reads the names. Files that follow one another in a process share both.
 */
const shared = globalThis as { ownStorage?: { TABLE_NAME: string; BUCKET_NAME: string } };
if (!shared.ownStorage) {
  const named = (name: string) => `${process.env[name]}-${process.pid}`;
  const own = { TABLE_NAME: named('TABLE_NAME'), BUCKET_NAME: named('BUCKET_NAME') };
  const s3 = new S3Client({ forcePathStyle: true });
  await Promise.all([
    createTable(process.env.AWS_ENDPOINT_URL_DYNAMODB!, own.TABLE_NAME),
    s3.send(new CreateBucketCommand({ Bucket: own.BUCKET_NAME })),
  ]);
  s3.destroy();
  shared.ownStorage = own;
}
Object.assign(process.env, shared.ownStorage);
