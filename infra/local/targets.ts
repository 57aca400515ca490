import { type DeliveryTarget, type EventBridge, PermanentDeliveryError } from './eventbridge/index.ts';
import type { Functions } from './functions/index.ts';
import type { Sqs } from './sqs/index.ts';

export interface Targets {
  /** Hands a payload to what an ARN names: a function, a queue or a bus. */
  deliver(target: DeliveryTarget, payload: string): Promise<void>;
  /** The same for a destination that is known by its ARN alone. */
  destination(arn: string, body: string): Promise<void>;
}

/** What rules, schedules and destinations may name. The services are asked for when needed, as they need each other. */
export function createTargets(services: {
  functions(): Functions;
  sqs(): Sqs;
  eventBridge(): EventBridge;
}): Targets {
  async function deliver(target: DeliveryTarget, payload: string): Promise<void> {
    const service = target.arn.split(':')[2];
    const name = target.arn.split(/[:/]/).at(-1)!;
    switch (service) {
      case 'lambda':
        services.functions().invokeAsync(target.arn, JSON.parse(payload));
        return;
      case 'sqs': {
        const attributes = Object.entries(target.messageAttributes ?? {}).map(([key, value]) => [
          key,
          { DataType: 'String', StringValue: value },
        ]);
        services.sqs().send(name, {
          body: payload,
          groupId: target.sqsParameters?.MessageGroupId,
          attributes: Object.fromEntries(attributes),
        });
        return;
      }
      case 'events':
        services.eventBridge().putEvent({
          EventBusName: name,
          Detail: payload,
          DetailType: target.eventBridgeParameters?.DetailType ?? 'Scheduled Event',
          Source: target.eventBridgeParameters?.Source ?? 'aws.scheduler',
        });
        return;
      default:
        throw new PermanentDeliveryError(`The local cloud cannot deliver to ${target.arn}.`);
    }
  }
  const once = { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 };
  return {
    deliver,
    destination: (arn, body) => deliver({ arn, sourceArn: arn, retryPolicy: once }, body),
  };
}
