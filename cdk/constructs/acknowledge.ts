import { Stack, Validations } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IConstruct } from 'constructs';

/**
 * Answers rules of cdk-nag's AwsSolutions pack that a resource breaks on purpose, each with its reason:
 * `acknowledge(queue, { SQS3: 'It is a dead-letter queue itself.' })`.
 */
export function acknowledge(construct: IConstruct, reasons: Record<string, string>): void {
  for (const [rule, reason] of Object.entries(reasons))
    Validations.of(construct).acknowledge({ id: `AwsSolutions-${rule}`, reason });
}

/** A wildcard in the resource of a policy statement, as cdk-nag names it. */
export const anyResource = 'IAM5[Resource::*]';

/** The same below a prefix of a bucket that lives in another stack. */
export function anyBelow(bucket: Bucket, prefix: string): string {
  const stack = Stack.of(bucket);
  const { 'Fn::ImportValue': name } = stack.resolve(stack.exportValue(bucket.bucketArn));
  return `IAM5[Resource::${name}/${prefix}/*]`;
}

/** The same below a prefix of a bucket of the role's own stack. */
export function anyBelowOwn(bucket: Bucket, prefix: string): string {
  const { 'Fn::GetAtt': name } = Stack.of(bucket).resolve(bucket.bucketArn);
  return `IAM5[Resource::<${name.join('.')}>/${prefix}*]`;
}

/** Everything of a service that has a wildcard in its name, in the scope's own account and region. */
function anyNamed(scope: IConstruct, service: string, resource: string): string {
  const { partition, region, account } = Stack.of(scope);
  const name = (value: string) => {
    const resolved = Stack.of(scope).resolve(value) as { Ref: string } | string;
    return typeof resolved === 'string' ? resolved : `<${resolved.Ref}>`;
  };
  return `IAM5[Resource::arn:${name(partition)}:${service}:${name(region)}:${name(account)}:${resource}]`;
}

/** Every job of MediaConvert, as cdk-nag names it. */
export const anyJob = (scope: IConstruct): string => anyNamed(scope, 'mediaconvert', 'jobs/*');

/** Every job of Transcribe that is ours, as cdk-nag names it. */
export const anyTranscript = (scope: IConstruct): string =>
  anyNamed(scope, 'transcribe', 'transcription-job/t*');

/** Every queue whose name begins so, as cdk-nag names it. */
export const anyQueue = (scope: IConstruct, prefix: string): string => anyNamed(scope, 'sqs', `${prefix}*`);
