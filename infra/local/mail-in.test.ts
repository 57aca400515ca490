import { expect, it } from 'vitest';
import { bridge, delivered, QUEUE } from './eventbridge/testing.ts';
import { receiveMail } from './mail-in.ts';
import type { S3Service } from './s3/index.ts';
import type { CloudDescription } from './template/template.ts';

const rule = {
  properties: {
    Rule: {
      Enabled: true,
      Recipients: ['reply.example.com'],
      Actions: [{ S3Action: { BucketName: 'mails', ObjectKeyPrefix: 'mail/' } }],
    },
  },
};
const bucket = {
  name: 'mails',
  properties: { NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } } },
};
const cloud = {
  ofType: (type: string) => (type === 'AWS::S3::Bucket' ? [bucket] : [rule]),
} as unknown as CloudDescription;

it('puts a mail where the rule for its domain says, and tells of it on the account’s bus', async () => {
  const files: string[] = [];
  const s3 = {
    putFile: async (name: string, key: string, raw: Buffer) => {
      files.push(`${name}/${key} ${raw}`);
      return { etag: 'tag', size: raw.length };
    },
  } as unknown as S3Service;
  bridge.ensureRule(
    'default',
    'mails',
    {
      EventPattern: JSON.stringify({
        source: ['aws.s3'],
        'detail-type': ['Object Created'],
        detail: { bucket: { name: ['mails'] }, object: { key: [{ prefix: 'mail/' }] } },
      }),
    },
    [{ Id: 'queue', Arn: QUEUE }],
  );
  const services = { s3, eventBridge: bridge };
  const raw = Buffer.from('Subject: Hi');
  expect(await receiveMail(cloud, services, { to: 'reply+x@Reply.example.com', raw })).toBe(true);
  expect(await receiveMail(cloud, services, { to: 'ann@example.com', raw })).toBe(false);
  expect(files).toEqual([expect.stringMatching(/^mails\/mail\/[0-9a-f]{32} Subject: Hi$/)]);
  await bridge.tick();
  expect(delivered.map(({ payload }) => JSON.parse(payload))).toEqual([
    expect.objectContaining({
      source: 'aws.s3',
      'detail-type': 'Object Created',
      detail: expect.objectContaining({
        bucket: { name: 'mails' },
        object: { key: files[0]!.slice(6, 43), size: 11, etag: 'tag' },
      }),
    }),
  ]);
});
