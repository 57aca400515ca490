import {
  type _Record,
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams';
import { compilePattern } from '../eventbridge/pattern.ts';
import type { Invoke, Mapping } from './mapping.ts';
import type { Source } from './queue-source.ts';
import { ShardBatches } from './shard-batches.ts';
import type { MappingState } from './state.ts';
import { streamRecord } from './stream-record.ts';

export interface StreamSourceOptions {
  mapping: Mapping;
  client: DynamoDBStreamsClient;
  streamArn: string;
  state: MappingState;
  region: string;
  invoke: Invoke;
  /** Hands the description of records that were given up to a queue. */
  destination(arn: string, body: string): Promise<void>;
  now?(): number;
  log(line: string): void;
}

export interface StreamSource extends Source {
  /** Something was written to the table: look at once, and again soon. */
  wake(): void;
}

/** How often a shard is looked at at most, so that many writes make one batch; ms. */
const activeMs = 40;
/** When it is looked at after a write that has not been seen, should an engine show it late; ms, one after another. */
const afterWriteMs = [activeMs, 200];
/** How often it is looked at when nobody tells of writes, as those that came by another door; ms. */
const idleMs = 1_000;
/** Shards that were added are noticed after this time; ms. */
const shardsEveryMs = 60_000;
/** After an error of the engine; ms. */
const pauseMs = 500;

/**
 * Lambda's poller of a table's stream: each shard in order, one batch at a time. How far a shard was worked is
 * kept, so a restart goes on there; a batch whose end was not kept is handed over again.
 */
export function startStreamSource(options: StreamSourceOptions): StreamSource {
  const { mapping, client, streamArn, state, log } = options;
  const filters = mapping.filters.map(compilePattern);
  const stopping = new AbortController();
  const { signal } = stopping;
  const shards = new Map<string, Promise<void>>();
  /** Ends a wait before its time: for all of them when this stops, for those that wait for news when something is written. */
  const waits = new Set<() => void>();
  const sleepers = new Set<() => void>();
  /** Counts the writes that were told of. */
  let writes = 0;

  function wait(ms: number, set: Set<() => void>): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        set.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      set.add(done);
    });
  }
  /** Until the next look; what has waited for long already is looked at as soon as something is written. */
  const sleep = (ms: number) => wait(ms, ms > activeMs ? sleepers : waits);
  const pause = (ms: number) => wait(ms, waits);

  async function iteratorOf(shardId: string): Promise<string | undefined> {
    const sequence = state.checkpoint(mapping.id, streamArn, shardId);
    const position = sequence
      ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER' as const, SequenceNumber: sequence }
      : { ShardIteratorType: mapping.startingPosition };
    try {
      const command = new GetShardIteratorCommand({ StreamArn: streamArn, ShardId: shardId, ...position });
      return (await client.send(command, { abortSignal: signal })).ShardIterator;
    } catch (error) {
      if ((error as Error).name !== 'TrimmedDataAccessException') throw error;
      log(`Records of ${shardId} are gone that were not worked yet; going on with the oldest that are left.`);
      const oldest = new GetShardIteratorCommand({
        StreamArn: streamArn,
        ShardId: shardId,
        ShardIteratorType: 'TRIM_HORIZON',
      });
      return (await client.send(oldest, { abortSignal: signal })).ShardIterator;
    }
  }

  const passes = (record: object) => filters.length === 0 || filters.some((fits) => fits(record));

  async function follow(shard: Shard): Promise<void> {
    const shardId = shard.ShardId!;
    const batches = new ShardBatches({
      mapping,
      shardId,
      streamArn,
      invoke: options.invoke,
      destination: options.destination,
      now: options.now ?? Date.now,
      checkpoint: (sequence) => state.setCheckpoint(mapping.id, streamArn, shardId, sequence),
      pause,
      signal,
      log,
    });
    let iterator: string | undefined;
    let begun = false;
    let seen = writes;
    let looks = 0;
    while (!signal.aborted) {
      try {
        if (!iterator) {
          // The end of a shard that was closed.
          if (begun) return;
          iterator = await iteratorOf(shardId);
          if (!iterator) return;
        }
        const { Records = [], NextShardIterator } = await client.send(
          new GetRecordsCommand({ ShardIterator: iterator, Limit: Math.min(1000, mapping.batchSize) }),
          { abortSignal: signal },
        );
        begun = true;
        if (Records.length > 0) {
          const gathered = await gather(Records, NextShardIterator);
          await batches.work(gathered.records.map((record) => recordOf(record)));
          iterator = gathered.next;
          continue;
        }
        iterator = NextShardIterator;
        if (seen !== writes) {
          seen = writes;
          looks = 0;
        }
        if (iterator) await sleep(afterWriteMs[looks++] ?? idleMs);
      } catch (error) {
        if (signal.aborted) return;
        // Iterators end after some minutes, and with the engine when it is started again.
        iterator = undefined;
        begun = false;
        if ((error as Error).name !== 'ExpiredIteratorException') {
          log(`The stream ${shardId} could not be read and is tried again: ${(error as Error).message}`);
          await pause(pauseMs);
        }
      }
    }
  }

  /** Reads on for the length of the batch window, up to the batch size. */
  async function gather(first: _Record[], nextIterator: string | undefined) {
    const records = [...first];
    let next = nextIterator;
    const deadline = Date.now() + mapping.windowMs;
    while (next && records.length < mapping.batchSize && Date.now() < deadline && !signal.aborted) {
      await sleep(activeMs);
      const more = await client.send(
        new GetRecordsCommand({ ShardIterator: next, Limit: mapping.batchSize - records.length }),
        { abortSignal: signal },
      );
      records.push(...(more.Records ?? []));
      next = more.NextShardIterator;
    }
    return { records, next };
  }

  function recordOf(record: _Record) {
    const event = streamRecord(record, mapping.sourceArn, options.region);
    return {
      sequence: record.dynamodb!.SequenceNumber!,
      at: record.dynamodb?.ApproximateCreationDateTime,
      event,
      wanted: passes(event),
    };
  }

  async function watchShards(): Promise<void> {
    while (!signal.aborted) {
      try {
        let last: string | undefined;
        do {
          const { StreamDescription } = await client.send(
            new DescribeStreamCommand({ StreamArn: streamArn, ExclusiveStartShardId: last }),
            { abortSignal: signal },
          );
          for (const shard of StreamDescription?.Shards ?? []) if (!shards.has(shard.ShardId!)) begin(shard);
          last = StreamDescription?.LastEvaluatedShardId;
        } while (last);
      } catch (error) {
        if (signal.aborted) return;
        log(`The stream of ${mapping.functionName} could not be described: ${(error as Error).message}`);
      }
      const until = Date.now() + (shards.size === 0 ? pauseMs : shardsEveryMs);
      while (!signal.aborted && Date.now() < until) await pause(until - Date.now());
    }
  }

  /** A child shard waits until its parent was read to its end, which keeps the order of an item's changes. */
  function begin(shard: Shard): void {
    const parent = shard.ParentShardId ? shards.get(shard.ParentShardId) : undefined;
    shards.set(
      shard.ShardId!,
      (parent ?? Promise.resolve()).then(() => follow(shard)),
    );
  }

  const watching = watchShards();
  return {
    wake() {
      writes++;
      for (const done of [...sleepers]) done();
    },
    async stop() {
      stopping.abort();
      for (const done of [...waits, ...sleepers]) done();
      await watching;
      await Promise.all(shards.values());
    },
  };
}
