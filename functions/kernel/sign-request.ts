import { createHash, createHmac } from 'node:crypto';
import { clock } from './clock.ts';
import { env } from './env.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * The headers of a POST that is signed with the function's own credentials, for AWS services without an SDK client.
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 * @param more further headers, by their names in lower case
 * @param service the name in the credential scope, such as `appsync`
 */
export function signedHeaders(
  service: string,
  url: URL,
  body: string,
  contentType = 'application/json',
  more: Record<`x-amz-${string}`, string> = {},
): Record<string, string> {
  const now = clock
    .iso()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[:-]/g, '');
  const day = now.slice(0, 8);
  const scope = `${day}/${env('AWS_REGION')}/${service}/aws4_request`;
  const token = process.env.AWS_SESSION_TOKEN;
  const signed: Record<string, string> = {
    'content-type': contentType,
    host: url.host,
    ...more,
    'x-amz-date': now,
    ...(token ? { 'x-amz-security-token': token } : {}),
  };
  const names = Object.keys(signed).sort();
  const canonical = [
    'POST',
    url.pathname,
    '',
    ...names.map((name) => `${name}:${signed[name]}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', now, scope, sha256(canonical)].join('\n');
  const key = [env('AWS_REGION'), service, 'aws4_request'].reduce<Buffer>(
    hmac,
    hmac(`AWS4${env('AWS_SECRET_ACCESS_KEY')}`, day),
  );
  const credential = `${env('AWS_ACCESS_KEY_ID')}/${scope}`;
  const { host: _host, ...headers } = signed;
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${hmac(key, text).toString('hex')}`,
  };
}
