import type { InvokeResult } from '../functions/types.ts';
import type { Properties, Resource } from '../template/types.ts';

/** An `AWS::Lambda::EventSourceMapping`, as both kinds of sources read it. */
export interface Mapping {
  id: string;
  functionName: string;
  sourceArn: string;
  batchSize: number;
  /** How long a batch may be gathered; ms. */
  windowMs: number;
  reportsFailures: boolean;
  /** JSON patterns; an item passes when one fits, or when there are none. */
  filters: string[];
  maxConcurrency: number;
  startingPosition: 'TRIM_HORIZON' | 'LATEST';
  bisect: boolean;
  /** Attempts after the first; -1: until the item is too old for the stream. */
  retries: number;
  maxAgeMs: number;
  onFailure?: string;
  enabled: boolean;
}

/** `trace` is the invocation's trace header. */
export type Invoke = (functionName: string, event: object, trace?: string) => Promise<InvokeResult>;

export function mappingOf({ ref, properties }: Resource): Mapping {
  const isQueue = String(properties.EventSourceArn).includes(':sqs:');
  const maxAge = Number(properties.MaximumRecordAgeInSeconds ?? -1);
  return {
    id: ref,
    functionName: String(properties.FunctionName),
    sourceArn: String(properties.EventSourceArn),
    batchSize: Number(properties.BatchSize ?? (isQueue ? 10 : 100)),
    windowMs: Number(properties.MaximumBatchingWindowInSeconds ?? 0) * 1000,
    reportsFailures: ((properties.FunctionResponseTypes ?? []) as string[]).includes(
      'ReportBatchItemFailures',
    ),
    filters: ((properties.FilterCriteria?.Filters ?? []) as Properties[]).map(({ Pattern }) =>
      String(Pattern),
    ),
    maxConcurrency: Number(properties.ScalingConfig?.MaximumConcurrency ?? Number.POSITIVE_INFINITY),
    startingPosition: properties.StartingPosition === 'LATEST' ? 'LATEST' : 'TRIM_HORIZON',
    bisect: properties.BisectBatchOnFunctionError === true,
    retries: Number(properties.MaximumRetryAttempts ?? -1),
    maxAgeMs: maxAge < 0 ? Number.POSITIVE_INFINITY : maxAge * 1000,
    onFailure: properties.DestinationConfig?.OnFailure?.Destination,
    enabled: properties.Enabled !== false,
  };
}

/**
 * Which items of a batch failed. A function that ended with an error, or whose answer cannot be read, failed on
 * all of them; so did one that names an item that was not in the batch.
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export function failedItems(result: InvokeResult, reports: boolean, ids: string[]): Set<string> | 'all' {
  if (!result.ok) return 'all';
  if (!reports) return new Set();
  const answer = JSON.parse(result.payload) as { batchItemFailures?: unknown } | null;
  if (answer === null) return new Set();
  const failures = typeof answer === 'object' ? (answer.batchItemFailures ?? []) : undefined;
  if (!Array.isArray(failures)) return 'all';
  const named = new Set<string>();
  for (const failure of failures) {
    const id = (failure as { itemIdentifier?: unknown } | null)?.itemIdentifier;
    if (typeof id !== 'string' || !ids.includes(id)) return 'all';
    named.add(id);
  }
  return named;
}

/** Why a function failed, in one line. */
export const reasonOf = (result: InvokeResult): string =>
  result.ok ? 'it named them as failed' : `${result.failure.errorType}: ${result.failure.errorMessage}`;
