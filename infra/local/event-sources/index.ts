import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { Functions } from '../functions/index.ts';
import type { Sqs } from '../sqs/index.ts';
import type { CloudDescription } from '../template/template.ts';
import { type Mapping, mappingOf } from './mapping.ts';
import { type Source, startQueueSource } from './queue-source.ts';
import { MappingState } from './state.ts';
import { type StreamSource, startStreamSource } from './stream-source.ts';

export interface EventSourcesOptions {
  cloud: CloudDescription;
  stateDir: string;
  region: string;
  sqs: Sqs;
  functions: Functions;
  streams: DynamoDBStreamsClient;
  /** The engine's own ARN of a table's stream. */
  streamArnOf(tableArn: string): string | undefined;
  destination(arn: string, body: string): Promise<void>;
  log(line: string): void;
  /** Told of what AWS would not do. */
  fault(line: string): void;
}

export interface EventSources {
  /** Something was written to a table. */
  wake(): void;
  stop(): Promise<void>;
}

/** Runs every event source mapping of the template. */
export function startEventSources(options: EventSourcesOptions): EventSources {
  const { cloud, sqs, functions, region, log, fault } = options;
  const state = new MappingState(options.stateDir);
  const queues: Source[] = [];
  const streams: StreamSource[] = [];
  const invoke = (name: string, event: object, trace?: string) => functions.invoke(name, event, trace);

  for (const mapping of cloud.ofType('AWS::Lambda::EventSourceMapping').map(mappingOf)) {
    if (!mapping.enabled) continue;
    if (mapping.sourceArn.includes(':sqs:')) {
      const concurrency = Math.min(mapping.maxConcurrency, functions.concurrencyOf(mapping.functionName));
      const allowsLoops = functions.allowsLoops(mapping.functionName);
      queues.push(startQueueSource({ mapping, sqs, region, invoke, concurrency, allowsLoops, log, fault }));
    } else streams.push(startStream(mapping));
  }

  function startStream(mapping: Mapping): StreamSource {
    const table = cloud.byArn(mapping.sourceArn);
    const streamArn = table && options.streamArnOf(table.arn);
    if (!streamArn)
      throw new Error(`The event source ${mapping.sourceArn} of ${mapping.functionName} is no stream here.`);
    const { destination, streams: client } = options;
    return startStreamSource({ mapping, client, streamArn, state, region, invoke, destination, log });
  }

  return {
    wake: () => {
      for (const stream of streams) stream.wake();
    },
    async stop() {
      await Promise.all([...queues, ...streams].map((source) => source.stop()));
      state.close();
    },
  };
}
