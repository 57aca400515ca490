import { AwsError } from '../aws-json.ts';

const LEGACY = 'AWS.SimpleQueueService.';

export const queueDoesNotExist = (): AwsError =>
  new AwsError('QueueDoesNotExist', 'The specified queue does not exist.', 400, `${LEGACY}NonExistentQueue`);

export const queueNameExists = (attribute: string): AwsError =>
  new AwsError(
    'QueueNameExists',
    `A queue already exists with the same name and a different value for attribute ${attribute}`,
    400,
    'QueueAlreadyExists',
  );

export const receiptHandleIsInvalid = (handle: string): AwsError =>
  new AwsError(
    'ReceiptHandleIsInvalid',
    `The input receipt handle "${handle.slice(0, 100)}" is not a valid receipt handle.`,
    404,
    'ReceiptHandleIsInvalid',
  );

export const messageNotInflight = (): AwsError =>
  new AwsError(
    'MessageNotInflight',
    'The message referred to is not in flight.',
    400,
    `${LEGACY}MessageNotInflight`,
  );

export const purgeInProgress = (queue: string): AwsError =>
  new AwsError(
    'PurgeQueueInProgress',
    `Only one PurgeQueue operation on ${queue} is allowed every 60 seconds.`,
    403,
    `${LEGACY}PurgeQueueInProgress`,
  );

export const invalidAttributeName = (name: string): AwsError =>
  new AwsError('InvalidAttributeName', `Unknown Attribute ${name}.`, 400, 'InvalidAttributeName');

export const invalidAttributeValue = (name: string, reason?: string): AwsError =>
  new AwsError(
    'InvalidAttributeValue',
    `Invalid value for the parameter ${name}.${reason ? ` Reason: ${reason}` : ''}`,
    400,
    'InvalidAttributeValue',
  );

export const invalidMessageContents = (): AwsError =>
  new AwsError(
    'InvalidMessageContents',
    'The message contains characters outside the allowed set.',
    400,
    'InvalidMessageContents',
  );

export const invalidParameter = (message: string): AwsError =>
  new AwsError('InvalidParameterValue', message, 400, 'InvalidParameterValue');

export const missingParameter = (name: string): AwsError =>
  new AwsError(
    'MissingParameter',
    `The request must contain the parameter ${name}.`,
    400,
    'MissingParameter',
  );

export const resourceNotFound = (message: string): AwsError =>
  new AwsError('ResourceNotFoundException', message, 404, 'ResourceNotFoundException');

export const unsupportedOperation = (message: string): AwsError =>
  new AwsError('UnsupportedOperation', message, 400, `${LEGACY}UnsupportedOperation`);

/** One of the errors that refuse a whole batch. */
export const batchError = (
  code:
    | 'EmptyBatchRequest'
    | 'TooManyEntriesInBatchRequest'
    | 'BatchEntryIdsNotDistinct'
    | 'InvalidBatchEntryId'
    | 'BatchRequestTooLong',
  message: string,
): AwsError => new AwsError(code, message, 400, `${LEGACY}${code}`);
