import { randomUUID } from 'node:crypto';
import type { ReceivedMail } from '#infra/sandbox/index.ts';
import type { EventBridge } from './eventbridge/index.ts';
import type { S3Service } from './s3/index.ts';
import type { CloudDescription } from './template/template.ts';
import type { Properties } from './template/types.ts';

/** Whether a rule is for an address: named itself, or by its domain (SES, "Receipt rules: recipient conditions"). */
const isFor = (recipients: readonly string[], to: string) =>
  recipients.length === 0 ||
  recipients.some((one) => (one.includes('@') ? one === to : one === to.split('@').at(-1)));

const tells = (cloud: CloudDescription, bucket: string): boolean =>
  cloud.ofType('AWS::S3::Bucket').find(({ name }) => name === bucket)?.properties.NotificationConfiguration
    ?.EventBridgeConfiguration?.EventBridgeEnabled === true;

/**
 * Receives a mail as SES does: the first rule for its receiver puts it into its bucket, and the bucket tells the
 * account's bus. False when there is no rule for it, as SES turns it away.
 */
export async function receiveMail(
  cloud: CloudDescription,
  { s3, eventBridge }: { s3: S3Service; eventBridge: EventBridge },
  { to, raw }: ReceivedMail,
): Promise<boolean> {
  for (const { properties } of cloud.ofType('AWS::SES::ReceiptRule')) {
    const rule = properties.Rule as Properties;
    if (!rule.Enabled || !isFor(rule.Recipients ?? [], to.toLowerCase())) continue;
    for (const { S3Action: action } of rule.Actions as Properties[]) {
      if (!action) continue;
      const key = `${action.ObjectKeyPrefix ?? ''}${randomUUID().replaceAll('-', '')}`;
      const { etag, size } = await s3.putFile(action.BucketName, key, raw);
      if (!tells(cloud, action.BucketName)) continue;
      eventBridge.putEvent({
        Source: 'aws.s3',
        DetailType: 'Object Created',
        Resources: [`arn:aws:s3:::${action.BucketName}`],
        Detail: JSON.stringify({
          version: '0',
          bucket: { name: action.BucketName },
          object: { key, size, etag },
          reason: 'PutObject',
        }),
      });
    }
    return true;
  }
  return false;
}
