import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { AppError } from '#functions/kernel/errors.ts';

/** Whether a write met another one's transaction on the same item at one instant: it wrote nothing and may be tried again. */
export const conflicted = (error: unknown): boolean =>
  error instanceof TransactionConflictException || (error instanceof AppError && error.code === 'busy');
