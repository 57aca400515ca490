import type { z } from 'zod';
import { AppError } from './errors.ts';

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'> & { code?: string; issues?: readonly Issue[] };

/** A key that a record does not take is told by what is wrong with the key itself. */
const messageOf = (issue: Issue): string =>
  (issue.code === 'invalid_key' && issue.issues?.[0]?.message) || issue.message;

const place = (path: readonly PropertyKey[]) =>
  path
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at ? '.' : ''}${String(part)}`))
    .join('');

/** A sentence for what is wrong with an input: the first issue in words, the others counted; all of them in `details`. */
export function invalidInput(issues: readonly Issue[], code = 'invalid_input'): AppError {
  const listed = issues.slice(0, 20).map((issue) => ({ path: place(issue.path), message: messageOf(issue) }));
  const [first, ...others] = listed;
  // A message written for people already names its field.
  const sentence = !first
    ? 'The input is not valid.'
    : /^(Please|A |An |This )/.test(first.message) || !first.path
      ? first.message
      : `${first.path}: ${first.message}`;
  return new AppError(400, code, others.length ? `${sentence} (and ${others.length} more)` : sentence, {
    details: { issues: listed },
  });
}
