import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { AppError, badRequest } from './errors.ts';

/** API Gateway takes 10 MB and hands a function at most 6 MB; uploads above go straight to the bucket. */
const maxBodyBytes = 6 * 1024 * 1024;

/** @param most bytes; Infinity for calls that look at the length themselves. @throws 413 */
export function bodyBytes(event: APIGatewayProxyEventV2, most = maxBodyBytes): Buffer {
  if (!event.body) return Buffer.alloc(0);
  const bytes = Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > most)
    throw new AppError(
      413,
      'payload_too_large',
      'The request is larger than 6 MB. Upload large files by POST /content/assets/uploads.',
      {
        details: { maxBytes: maxBodyBytes, bytes: bytes.length },
      },
    );
  return bytes;
}

/** Half of a letter, which JSON can escape but no store can keep. */
const halfLetter = /\\u[dD][89a-fA-F]/;
const wellFormed = (_name: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed() : value;

/** Levels of a JSON body; nothing of ours has half as many, and what looks through it calls itself for each. */
const maxNesting = 100;

/** The end of the text of JSON whose quotation mark stands at `start`. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json[end - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}

/** Whether JSON nests deeper than it may, told without reading it: its texts are passed over. */
function nestsTooDeep(json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const mark = json[at];
    if (mark === '"') at = endOfText(json, at);
    else if (mark === '[' || mark === '{') {
      if (++depth > maxNesting) return true;
    } else if (mark === ']' || mark === '}') depth--;
  }
  return false;
}

/** Fields that a form may have: no client of ours sends a hundred, and reading many takes more than in proportion. */
const maxFormFields = 1_000;

/** The fields of an `application/x-www-form-urlencoded` text. @throws 400 for more than 1,000 of them */
export function readForm(text: string): URLSearchParams {
  let fields = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1))
    if (++fields > maxFormFields) throw badRequest(`A form has at most ${maxFormFields} fields.`);
  return new URLSearchParams(text);
}

function formData(bytes: Buffer): FormData {
  const form = new FormData();
  for (const [name, value] of readForm(bytes.toString('utf8'))) form.append(name, value);
  return form;
}

/** The body as its content type says: JSON, a form, or nothing. @throws 400, 413, 415 */
export async function parseBody(event: APIGatewayProxyEventV2): Promise<unknown> {
  const bytes = bodyBytes(event);
  if (bytes.length === 0) return undefined;
  const type = event.headers['content-type'] ?? '';
  if (/^application\/x-www-form-urlencoded/i.test(type)) return formData(bytes);
  if (/^multipart\/form-data/i.test(type)) {
    try {
      return await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
    } catch {
      throw badRequest('The form in the body could not be read.');
    }
  }
  if (type && !/^application\/([a-z0-9.+-]*\+)?json\b/i.test(type))
    throw new AppError(
      415,
      'unsupported_media_type',
      `The content type ${type.slice(0, 100)} is not taken here; send application/json.`,
    );
  const text = bytes.toString('utf8');
  if (nestsTooDeep(text)) throw badRequest(`The body nests more than ${maxNesting} deep.`);
  try {
    return JSON.parse(text, halfLetter.test(text) ? wellFormed : undefined);
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
}
