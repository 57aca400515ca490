/** Query parameters that several listings share. */
import { S3Error } from './errors.ts';
import type { Call } from './types.ts';

const MAX_INTEGER = 2 ** 31 - 1;

/** A non-negative 32-bit integer, or `fallback` when it is not given. Throws InvalidArgument. */
export function integerParameter(call: Call, name: string, fallback: number): number {
  const text = call.query.get(name);
  if (text === undefined || text === '') return fallback;
  if (/^\d+$/.test(text) && Number(text) <= MAX_INTEGER) return Number(text);
  throw new S3Error('InvalidArgument', `Argument ${name} must be an integer between 0 and ${MAX_INTEGER}`, {
    ArgumentName: name,
    ArgumentValue: text,
  });
}

/** How keys are written in a listing: as they are, or with encoding-type=url as S3 encodes them. */
export function urlEncoding(call: Call): (text: string) => string {
  const type = call.query.get('encoding-type');
  if (type === undefined) return (text) => text;
  if (type !== 'url') {
    throw new S3Error('InvalidArgument', 'Invalid Encoding Method specified in Request', {
      ArgumentName: 'encoding-type',
      ArgumentValue: type,
    });
  }
  return (text) => encodeURIComponent(text).replaceAll('%2F', '/').replaceAll('%20', '+');
}
