import { createHash } from 'node:crypto';
import { z } from 'zod';
import { invalidMessageContents, invalidParameter } from './errors.ts';
import { SQS_LIMITS } from './limits.ts';

const messageAttribute = z.object({
  DataType: z.string(),
  StringValue: z.string().optional(),
  /** base64, as JSON carries it. */
  BinaryValue: z.string().optional(),
});
export const messageAttributes = z.record(z.string(), messageAttribute);
export type MessageAttributes = z.infer<typeof messageAttributes>;

export const md5 = (data: string | Buffer): string => createHash('md5').update(data).digest('hex');

function lengthPrefixed(data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, data]);
}

/** The digest that the SDKs compare: sorted names, each part with its length before it. */
export function md5OfAttributes(attributes: MessageAttributes): string | undefined {
  const names = Object.keys(attributes).sort();
  if (names.length === 0) return undefined;
  const parts: Buffer[] = [];
  for (const name of names) {
    const { DataType, StringValue, BinaryValue } = attributes[name]!;
    const binary = DataType.startsWith('Binary');
    parts.push(
      lengthPrefixed(Buffer.from(name)),
      lengthPrefixed(Buffer.from(DataType)),
      Buffer.from([binary ? 2 : 1]),
      lengthPrefixed(binary ? Buffer.from(BinaryValue ?? '', 'base64') : Buffer.from(StringValue ?? '')),
    );
  }
  return md5(Buffer.concat(parts));
}

/** Checks names, types and values. @throws AwsError InvalidParameterValue */
export function checkMessageAttributes(attributes: MessageAttributes): void {
  const names = Object.keys(attributes);
  if (names.length > SQS_LIMITS.messageAttributes)
    throw invalidParameter(
      `Number of message attributes [${names.length}] exceeds the allowed maximum [10].`,
    );
  for (const name of names) {
    const { DataType, StringValue, BinaryValue } = attributes[name]!;
    if (!/^[A-Za-z0-9_.-]{1,256}$/.test(name) || /^\.|\.$|\.\.|^(aws|amazon)\./i.test(name))
      throw invalidParameter(`The message attribute name '${name}' is invalid.`);
    if (!/^(String|Number|Binary)(\..{1,})?$/.test(DataType) || DataType.length > 256)
      throw invalidParameter(
        `The message attribute '${name}' has an invalid message attribute type, the set of supported type prefixes is Binary, Number, and String.`,
      );
    const value = DataType.startsWith('Binary') ? BinaryValue : StringValue;
    if (!value)
      throw invalidParameter(`The message attribute '${name}' must contain a non-empty value of its type.`);
    if (StringValue !== undefined && BinaryValue !== undefined)
      throw invalidParameter(`The message attribute '${name}' has both a string and a binary value.`);
    if (DataType.startsWith('Number') && !Number.isFinite(Number(value)))
      throw invalidParameter(`Can't cast the value of message attribute '${name}' to a number.`);
    if (StringValue !== undefined) checkCharacters(StringValue);
  }
}

/** Bytes that attributes count towards the size of their message. */
export function attributeBytes(attributes: MessageAttributes): number {
  let bytes = 0;
  for (const [name, { DataType, StringValue, BinaryValue }] of Object.entries(attributes))
    bytes +=
      Buffer.byteLength(name) +
      Buffer.byteLength(DataType) +
      Buffer.byteLength(StringValue ?? '') +
      (BinaryValue ? Buffer.byteLength(BinaryValue, 'base64') : 0);
  return bytes;
}

/** Those attributes a ReceiveMessage asked for: `All`, `.*`, a name, or a prefix such as `bar.*`. */
export function selectAttributes(
  attributes: MessageAttributes,
  wanted: readonly string[],
): MessageAttributes {
  const all = wanted.includes('All') || wanted.includes('.*');
  const prefixes = wanted.filter((name) => name.endsWith('.*')).map((name) => name.slice(0, -1));
  return Object.fromEntries(
    Object.entries(attributes).filter(
      ([name]) => all || wanted.includes(name) || prefixes.some((prefix) => name.startsWith(prefix)),
    ),
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that SQS refuses
const REFUSED = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u;

/** @throws AwsError InvalidMessageContents outside the XML 1.0 characters. */
export function checkCharacters(text: string): void {
  if (REFUSED.test(text)) throw invalidMessageContents();
}
