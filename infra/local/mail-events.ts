import type { SesEvent } from '#infra/sandbox/index.ts';
import type { EventBridge } from './eventbridge/index.ts';
import type { CloudDescription } from './template/template.ts';

/**
 * Puts what SES tells of a mail on the bus that the mail's configuration set names for events of its kind; where none
 * does, nobody hears of it, as in AWS.
 */
export function tellMail(cloud: CloudDescription, eventBridge: EventBridge, event: SesEvent): void {
  const set = cloud.ofType('AWS::SES::ConfigurationSet').find(({ name }) => name === event.configurationSet);
  for (const { properties } of cloud.ofType('AWS::SES::ConfigurationSetEventDestination')) {
    const { ConfigurationSetName, EventDestination: destination } = properties;
    const bus = destination?.EventBridgeDestination?.EventBusArn;
    if (!set || ConfigurationSetName !== set.name || !destination?.Enabled || !bus) continue;
    const kinds = (destination.MatchingEventTypes ?? []) as string[];
    if (!kinds.some((kind) => kind.toUpperCase() === event.matching)) continue;
    eventBridge.putEvent({
      EventBusName: String(bus).split('/').at(-1)!,
      Source: 'aws.ses',
      DetailType: event.detailType,
      Detail: JSON.stringify(event.detail),
      Resources: [set.arn],
    });
  }
}
