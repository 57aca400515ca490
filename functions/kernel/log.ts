import { Logger } from '@aws-lambda-powertools/logger';

/** Names of fields that never reach a log, wherever they stand. */
const secret = /pass(word)?|token|secret|authorization|api[-_]?key|cookie|credential/i;

function redact(key: string, value: unknown): unknown {
  return secret.test(key) && typeof value === 'string' ? '[redacted]' : value;
}

/** Structured JSON logs; one line a record, without secrets. LOG_LEVEL sets the threshold. */
export const log = new Logger({
  serviceName: process.env.SERVICE_NAME ?? 'dealbell',
  jsonReplacerFn: redact,
});
