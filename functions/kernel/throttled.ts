import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';

/** How AWS's services say that they are asked too often: the SDK tries such a request a few times by itself. */
const throttlings = new Set([
  'LimitExceededException',
  'ProvisionedThroughputExceeded',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'SlowDown',
  'ThrottledException',
  'Throttling',
  'ThrottlingError',
  'ThrottlingException',
  'TooManyRequestsException',
]);

/** Why a transaction was not written that came too fast for one of its items; the SDK does not try it again. */
const isThrottledTransaction = (error: unknown): boolean =>
  error instanceof TransactionCanceledException &&
  (error.CancellationReasons ?? []).some(({ Code = '' }) => throttlings.has(Code));

/**
 * Whether a service of AWS refused a request for its rate: nothing was done, and it may be sent again later. The library
 * that reads the table wraps what AWS says, so the cause counts too.
 */
export const isThrottled = (error: unknown): boolean =>
  isThrottledTransaction(error) ||
  (error instanceof Error && (throttlings.has(error.name) || isThrottled(error.cause)));
