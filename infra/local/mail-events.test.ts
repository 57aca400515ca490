import { expect, it } from 'vitest';
import type { SesEvent } from '#infra/sandbox/index.ts';
import { bridge, delivered, QUEUE } from './eventbridge/testing.ts';
import { tellMail } from './mail-events.ts';
import type { CloudDescription } from './template/template.ts';

const set = {
  name: 'dealbell-dev',
  arn: 'arn:aws:ses:us-east-1:000000000000:configuration-set/dealbell-dev',
  properties: { Name: 'dealbell-dev' },
};
const destination = {
  name: 'feedback',
  arn: 'arn:aws:ses:us-east-1:000000000000:configuration-set-event-destination/feedback',
  properties: {
    ConfigurationSetName: 'dealbell-dev',
    EventDestination: {
      Enabled: true,
      MatchingEventTypes: ['bounce', 'complaint'],
      EventBridgeDestination: { EventBusArn: 'arn:aws:events:us-east-1:000000000000:event-bus/default' },
    },
  },
};
const cloud = {
  ofType: (type: string) => (type === 'AWS::SES::ConfigurationSet' ? [set] : [destination]),
} as unknown as CloudDescription;

const bounce: SesEvent = {
  configurationSet: 'dealbell-dev',
  matching: 'BOUNCE',
  detailType: 'Email Bounced',
  detail: { eventType: 'Bounce', mail: { messageId: 'one', tags: { stage: ['dev'] } } },
};

it('puts what a configuration set tells on the account’s bus, where rules of its stage hear it', async () => {
  const rule = (stage: string) => ({
    EventPattern: JSON.stringify({ source: ['aws.ses'], detail: { mail: { tags: { stage: [stage] } } } }),
  });
  bridge.ensureRule('default', 'ours', rule('dev'), [{ Id: 'queue', Arn: QUEUE }]);
  bridge.ensureRule('default', 'theirs', rule('prod'), [{ Id: 'queue', Arn: QUEUE }]);
  tellMail(cloud, bridge, bounce);
  tellMail(cloud, bridge, { ...bounce, configurationSet: 'another' });
  tellMail(cloud, bridge, { ...bounce, matching: 'REJECT' });
  await bridge.tick();
  expect(delivered.map(({ payload }) => JSON.parse(payload))).toEqual([
    expect.objectContaining({
      source: 'aws.ses',
      'detail-type': 'Email Bounced',
      resources: [set.arn],
      detail: bounce.detail,
    }),
  ]);
});
