import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

/** What every bucket of the product is: private, encrypted, over TLS only, kept outside dev. */
const base = (settings: Settings): BucketProps => ({
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
  removalPolicy: settings.keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
});

/** Parts of an upload that nobody finished are paid for until they are aborted. */
export const abortUploads = { abortIncompleteMultipartUploadAfter: Duration.days(1) };

export function privateBucket(scope: Construct, id: string, settings: Settings, props: BucketProps): Bucket {
  return new Bucket(scope, id, { ...base(settings), ...props });
}

/** Access logs of other buckets and of the CDN, whose log delivery still writes by access control list. */
export function logBucket(scope: Construct, id: string, settings: Settings): Bucket {
  return privateBucket(scope, id, settings, {
    objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
    lifecycleRules: [{ ...abortUploads, expiration: Duration.days(settings.keep ? 90 : 14) }],
  });
}
