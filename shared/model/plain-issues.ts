import * as z from 'zod';

/*
 * What zod finds, in words for whoever sent it, wherever a schema has none of its own. Import it for its effect, where
 * input is read.
 */

type Raw = z.core.$ZodRawIssue;

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'null',
};
const formats: Record<string, string> = {
  email: 'an e-mail address',
  url: 'an address that begins with https://',
  datetime: 'a time such as 2026-11-30T09:00:00Z',
  date: 'a date such as 2026-11-30',
  time: 'a time of day such as 09:00',
  uuid: 'a UUID',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  cidrv4: 'a range of IPv4 addresses',
  cidrv6: 'a range of IPv6 addresses',
};
/** Choices that are still worth listing. */
const listed = 20;

const number = (value: unknown) => Number(value).toLocaleString('en-US');
const counted = (n: unknown, one: string, many: string) => `${number(n)} ${Number(n) === 1 ? one : many}`;

function bound(
  word: 'least' | 'most',
  { origin, inclusive }: Raw & { origin: string },
  limit: unknown,
): string {
  if (origin === 'string') return `At ${word} ${counted(limit, 'character', 'characters')}.`;
  if (origin === 'array' || origin === 'set') return `At ${word} ${counted(limit, 'entry', 'entries')}.`;
  if (origin === 'number' || origin === 'int') {
    if (inclusive === false) return `${word === 'least' ? 'More' : 'Less'} than ${number(limit)}.`;
    return `At ${word} ${number(limit)}.`;
  }
  return `At ${word} ${String(limit)}.`;
}

/** A sentence for an issue; undefined leaves it to zod. */
export function sentenceOf(issue: Raw): string | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined) return 'Missing.';
      return `Expected ${kinds[issue.expected] ?? issue.expected}.`;
    }
    case 'too_small':
      if (Number(issue.minimum) === 1 && (issue.origin === 'string' || issue.origin === 'array'))
        return 'Must not be empty.';
      return bound('least', issue, issue.minimum);
    case 'too_big':
      return bound('most', issue, issue.maximum);
    case 'invalid_format':
      return formats[issue.format] ? `Not ${formats[issue.format]}.` : 'Not written as it should be.';
    case 'invalid_value': {
      const values = issue.values.map(String);
      if (values.length > listed) return 'None of the values that there are.';
      return values.length === 1 ? `Must be ${values[0]}.` : `Must be one of ${values.join(', ')}.`;
    }
    case 'unrecognized_keys':
      return `There is no field ${issue.keys.slice(0, 5).join(', ').slice(0, 200)}.`;
    case 'not_multiple_of':
      return `Must be a multiple of ${number(issue.divisor)}.`;
    case 'invalid_union':
      return 'Not in a form that is taken here.';
    default:
      return undefined;
  }
}

z.config({ customError: sentenceOf });
