/** PostObject: a browser's multipart/form-data upload under a signed policy, streamed from its file part. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ByteReader } from './byte-reader.ts';
import { S3Error } from './errors.ts';
import { checkKey, metaOf, tagsOfXml } from './metadata.ts';
import { checkPolicy, type SizeRange, verifyPolicySignature } from './post-policy.ts';
import { claimsOf, MAX_BODY_BYTES, requestBytes, storeBytes } from './receive.ts';
import { quoted, sendEmpty, sendXml } from './respond.ts';
import type { Context } from './types.ts';

/** All fields before the file together. Source: S3's MaxPostPreDataLengthExceeded. */
const MAX_FIELD_BYTES = 20 * 1024;
const MAX_PART_HEADER_BYTES = 8 * 1024;

/** The boundary of a multipart/form-data request, or null when it is something else. */
export function formBoundary(req: IncomingMessage): string | null {
  const match = /^multipart\/form-data\s*;.*?boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(
    req.headers['content-type'] ?? '',
  );
  return match?.[1] ?? match?.[2] ?? null;
}

/** name and filename of a part, as browsers write them: UTF-8, quotes and line ends percent-encoded. */
function disposition(header: string): { name: string; filename?: string } {
  const line = header.split('\r\n').find((one) => /^content-disposition\s*:/i.test(one)) ?? '';
  const unquote = (text: string) =>
    text.replace(/%22|%0D|%0A|\\(["\\])/gi, (whole, plain?: string) => plain ?? decodeURIComponent(whole));
  const parameter = (name: string) => {
    const match = new RegExp(`[;\\s]${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`, 'i').exec(line);
    return match ? unquote(match[1] ?? match[2] ?? '') : undefined;
  };
  const name = parameter('name');
  if (name === undefined) throw new S3Error('MalformedPOSTRequest');
  return { name, filename: parameter('filename') };
}

interface Form {
  /** Names in lower case. */
  fields: Map<string, string>;
  filename: string;
  file: AsyncIterable<Buffer>;
}

/** Reads the fields up to the file, whose bytes are left to the caller; what follows the file is ignored. */
async function readForm(reader: ByteReader, boundary: string): Promise<Form> {
  const delimiter = `\r\n--${boundary}`;
  const fields = new Map<string, string>();
  let budget = MAX_FIELD_BYTES;
  const tooLong = () => new S3Error('MaxPostPreDataLengthExceeded');
  await reader.until(`--${boundary}`, MAX_PART_HEADER_BYTES);
  for (;;) {
    const rest = await reader.line(MAX_PART_HEADER_BYTES);
    if (rest.startsWith('--')) {
      throw new S3Error('InvalidArgument', 'POST requires exactly one file upload per request.', {
        ArgumentName: 'file',
        ArgumentValue: '0',
      });
    }
    const header = (await reader.until('\r\n\r\n', MAX_PART_HEADER_BYTES)).toString('utf8');
    const { name, filename } = disposition(header);
    if (name.toLowerCase() === 'file') {
      // Some browsers send a whole path; S3 takes its last component.
      const base = (filename ?? '').split(/[\\/]/).at(-1)!;
      return { fields, filename: base, file: reader.delimited(delimiter) };
    }
    const value = await reader.until(delimiter, budget, tooLong);
    budget -= value.length + name.length;
    if (budget < 0) throw tooLong();
    fields.set(name.toLowerCase(), value.toString('utf8'));
  }
}

function sizeLimit(range: SizeRange) {
  const max = Math.min(range.max, MAX_BODY_BYTES);
  return {
    limit: {
      bytes: max,
      exceeded: () =>
        new S3Error('EntityTooLarge', undefined, { ProposedSize: max + 1, MaxSizeAllowed: max }),
    },
    accept: (size: number) => {
      if (size >= range.min) return;
      throw new S3Error('EntityTooSmall', undefined, { ProposedSize: size, MinSizeAllowed: range.min });
    },
  };
}

/** Where success_action_redirect leads; null when there is none or it is no http address. */
function redirectTarget(
  fields: Map<string, string>,
  bucket: string,
  key: string,
  etag: string,
): string | null {
  const given = fields.get('success_action_redirect') ?? fields.get('redirect');
  if (!given || !URL.canParse(given)) return null;
  const url = new URL(given);
  if (!/^https?:$/.test(url.protocol)) return null;
  url.searchParams.set('bucket', bucket);
  url.searchParams.set('key', key);
  url.searchParams.set('etag', quoted(etag));
  return url.href;
}

export async function postObject(
  s3: Context,
  bucket: string,
  req: IncomingMessage,
  res: ServerResponse,
  boundary: string,
): Promise<void> {
  const reader = new ByteReader(requestBytes({ req }));
  try {
    const { fields, filename, file } = await readForm(reader, boundary);
    const template = fields.get('key');
    if (!template) {
      const message =
        "Bucket POST must contain a field named 'key'.  If it is specified, please check the order of the fields.";
      throw new S3Error('InvalidArgument', message, { ArgumentName: 'key', ArgumentValue: '' });
    }
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is S3's own variable, written so in the form.
    const key = template.replaceAll('${filename}', () => filename);
    fields.set('key', key);
    fields.set('bucket', bucket);
    verifyPolicySignature(s3, fields);
    s3.authorize(fields.get('x-amz-security-token'), 's3:PutObject', bucket, key);
    s3.store.bucket(bucket);
    const { limit, accept } = sizeLimit(checkPolicy(s3.clock(), fields));
    checkKey(key);
    const meta = metaOf(Object.fromEntries(fields));
    const tagging = fields.get('tagging');
    if (tagging) meta.tags = tagsOfXml(tagging);
    const claims = claimsOf((name) => fields.get(name));
    const received = await storeBytes(s3, file, claims, new Map(), limit, accept);
    const { segment, size, md5, checksum } = received;
    const modified = s3.clock().getTime();
    const segments = segment ? [segment] : [];
    s3.store.putObject({ ...meta, bucket, key, size, etag: md5, modified, checksum, segments, parts: 0 });
    answer(req, res, fields, { bucket, key, etag: md5 });
  } finally {
    await reader.close();
  }
}

function answer(
  req: IncomingMessage,
  res: ServerResponse,
  fields: Map<string, string>,
  { bucket, key, etag }: { bucket: string; key: string; etag: string },
): void {
  const location = `http://${req.headers.host}/${bucket}/${encodeURIComponent(key)}`;
  const redirect = redirectTarget(fields, bucket, key, etag);
  const status = fields.get('success_action_status');
  res.setHeader('etag', quoted(etag));
  if (redirect) {
    sendEmpty(res, 303, { location: redirect });
    return;
  }
  res.setHeader('location', location);
  if (status === '201') {
    sendXml(res, 'PostResponse', { Location: location, Bucket: bucket, Key: key, ETag: quoted(etag) }, 201);
  } else sendEmpty(res, status === '200' ? 200 : 204);
}
