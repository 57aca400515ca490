import type { InvokeResult } from '../functions/types.ts';
import { failedItems, type Invoke, type Mapping, reasonOf } from './mapping.ts';

export interface ShardRecord {
  sequence: string;
  /** When the change was made. */
  at?: Date;
  event: object;
  /** False when no filter fits; it is passed over, in its order. */
  wanted: boolean;
}

export interface ShardBatchesOptions {
  mapping: Mapping;
  shardId: string;
  streamArn: string;
  invoke: Invoke;
  destination(arn: string, body: string): Promise<void>;
  now(): number;
  /** Keeps that everything up to and with this record is done. */
  checkpoint(sequence: string): void;
  pause(ms: number): Promise<void>;
  signal: AbortSignal;
  log(line: string): void;
}

/** Waits between attempts double from the first to the last; ms. */
const backoff = { first: 200, longest: 30_000 };

/**
 * Works the records of one shard in order. A batch that fails is tried again, from the first record that failed
 * where the function tells; halved where the mapping says so; and in the end described to the failure destination.
 */
export class ShardBatches {
  private readonly options: ShardBatchesOptions;

  constructor(options: ShardBatchesOptions) {
    this.options = options;
  }

  /** Resolves when all are done or given up, or when the source stops. */
  async work(records: ShardRecord[]): Promise<void> {
    const { checkpoint, signal } = this.options;
    await this.attempt(
      records.filter(({ wanted }) => wanted),
      0,
    );
    const last = records.at(-1);
    if (last && !signal.aborted) checkpoint(last.sequence);
  }

  private async attempt(batch: ShardRecord[], attempts: number): Promise<void> {
    const { mapping, invoke, checkpoint, signal, log, shardId } = this.options;
    let rest = batch;
    for (let tries = attempts; rest.length > 0 && !signal.aborted; tries++) {
      const due = await this.withoutTooOld(rest, tries);
      if (due.length === 0) return;
      const result = await invoke(mapping.functionName, { Records: due.map(({ event }) => event) });
      if (signal.aborted && !result.ok) return;
      const failedAt = this.firstFailed(result, due);
      if (failedAt === due.length) {
        checkpoint(due.at(-1)!.sequence);
        return;
      }
      // What lies before the first failed record is done.
      if (failedAt > 0) checkpoint(due[failedAt - 1]!.sequence);
      rest = due.slice(failedAt);
      log(
        `${mapping.functionName} failed on ${rest.length} of ${due.length} records of ${shardId}: ${reasonOf(result)}`,
      );
      if (mapping.retries >= 0 && tries >= mapping.retries) {
        await this.giveUp(rest, result, tries + 1, 'RetryAttemptsExhausted');
        return;
      }
      await this.options.pause(Math.min(backoff.longest, backoff.first * 2 ** Math.min(tries, 20)));
      if (mapping.bisect && rest.length > 1 && failedAt === 0) {
        const middle = Math.ceil(rest.length / 2);
        await this.attempt(rest.slice(0, middle), tries + 1);
        await this.attempt(rest.slice(middle), tries + 1);
        return;
      }
      // Progress begins the count of attempts again.
      if (failedAt > 0) tries = -1;
    }
  }

  /** The place of the first record that failed; the length of the batch when none did. */
  private firstFailed(result: InvokeResult, batch: ShardRecord[]): number {
    const sequences = batch.map(({ sequence }) => sequence);
    const failed = failedItems(result, this.options.mapping.reportsFailures, sequences);
    if (failed === 'all') return 0;
    const at = sequences.findIndex((sequence) => failed.has(sequence));
    return at < 0 ? batch.length : at;
  }

  private async withoutTooOld(batch: ShardRecord[], attempts: number): Promise<ShardRecord[]> {
    const { mapping, now } = this.options;
    const isOld = ({ at }: ShardRecord) => at !== undefined && now() - at.getTime() > mapping.maxAgeMs;
    const old = batch.filter(isOld);
    if (old.length > 0) await this.giveUp(old, undefined, attempts, 'RecordAgeExceeded');
    return batch.filter((record) => !isOld(record));
  }

  private async giveUp(
    batch: ShardRecord[],
    result: InvokeResult | undefined,
    attempts: number,
    condition: string,
  ): Promise<void> {
    const { mapping, shardId, streamArn, log, destination, now, checkpoint } = this.options;
    const [first, last] = [batch[0]!, batch.at(-1)!];
    if (mapping.onFailure) {
      const time = (record: ShardRecord) => record.at?.toISOString();
      const description = {
        requestContext: {
          requestId: result?.requestId ?? '',
          functionArn: mapping.functionName,
          condition,
          approximateInvokeCount: attempts,
        },
        responseContext: {
          statusCode: 200,
          executedVersion: '$LATEST',
          functionError: result?.ok === false ? 'Unhandled' : undefined,
        },
        version: '1.0',
        timestamp: new Date(now()).toISOString(),
        DDBStreamBatchInfo: {
          shardId,
          startSequenceNumber: first.sequence,
          endSequenceNumber: last.sequence,
          approximateArrivalOfFirstRecord: time(first),
          approximateArrivalOfLastRecord: time(last),
          batchSize: batch.length,
          streamArn,
        },
      };
      await destination(mapping.onFailure, JSON.stringify(description));
    }
    log(
      `${mapping.functionName} gave up ${batch.length} records of ${shardId} (${condition})${mapping.onFailure ? `; ${mapping.onFailure} tells which` : ''}.`,
    );
    checkpoint(last.sequence);
  }
}
