import type { IncomingMessage, ServerResponse } from 'node:http';
import { createAwsServer } from '#infra/local/aws-server.ts';
import { createEventBridge } from '#infra/local/eventbridge/index.ts';

export interface HeardEvent {
  source: string;
  'detail-type': string;
  detail: Record<string, unknown>;
}

const name = 'heard-test';

/**
 * A bus of one test: the local EventBridge with a rule that hears everything of the product. `down` makes it
 * refuse whole requests until it is called again with false.
 */
export async function hearingBus(credentials: { accessKeyId: string; secretAccessKey: string }) {
  const heard: HeardEvent[] = [];
  let refusing = false;
  const bus = createEventBridge({
    stateDir: ':memory:',
    deliver: async (_target, payload) => {
      heard.push(JSON.parse(payload));
    },
  });
  bus.ensureBus(name);
  bus.ensureRule(name, 'everything', { EventPattern: JSON.stringify({ source: ['dealbell'] }) }, [
    { Id: 'heard', Arn: 'arn:aws:sqs:us-east-1:000000000000:heard' },
  ]);
  bus.start();
  const requests: number[] = [];
  const events = async (req: IncomingMessage, res: ServerResponse) => {
    requests.push(Number(req.headers['content-length']));
    if (!refusing) return bus.handle(req, res);
    res.writeHead(503, { 'content-type': 'application/x-amz-json-1.1' });
    res.end('{"__type":"ServiceUnavailable","message":"down"}');
  };
  const server = createAwsServer({ services: { events }, credentials, region: 'us-east-1' });
  return {
    name,
    endpoint: await server.listen(),
    /** The size of each request that reached the bus, in bytes. */
    requests,
    async heard(): Promise<HeardEvent[]> {
      await bus.tick();
      return heard;
    },
    down(is: boolean): void {
      refusing = is;
    },
    async close(): Promise<void> {
      await server.close();
      bus.close();
    },
  };
}
