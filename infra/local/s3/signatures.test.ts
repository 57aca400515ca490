import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialScope, signingKey } from '../aws-auth.ts';
import { BUCKET, CREDENTIALS, errorOf, failure, startS3, type TestS3 } from './testing.ts';

let s3: TestS3;
beforeAll(async () => {
  s3 = await startS3();
  await s3.service.putFile(BUCKET, 'a b/ü+.txt', 'hello', { contentType: 'text/plain' });
});
afterAll(() => s3.stop());

const target = { Bucket: BUCKET, Key: 'a b/ü+.txt' };

describe('the Authorization header', () => {
  it('is refused with another secret, another key, another region or a wrong clock', async () => {
    const read = (config: object) => failure(s3.connect(config).send(new GetObjectCommand(target)));
    expect(await read({ credentials: { ...CREDENTIALS, secretAccessKey: 'x' } })).toEqual({
      code: 'SignatureDoesNotMatch',
      status: 403,
    });
    expect((await read({ credentials: { ...CREDENTIALS, accessKeyId: 'X' } })).code).toBe(
      'InvalidAccessKeyId',
    );
    expect((await read({ region: 'eu-west-1' })).code).toBe('AuthorizationHeaderMalformed');
    expect((await read({ systemClockOffset: -3_600_000 })).code).toBe('RequestTimeTooSkewed');
  });

  it('is asked of everybody: buckets are private', async () => {
    const response = await fetch(`${s3.endpoint}/${BUCKET}/a%20b/%C3%BC%2B.txt`);
    expect(response.headers.get('x-amz-request-id')).toMatch(/^[0-9A-F]{16}$/);
    expect(await errorOf(response)).toMatchObject({ status: 403, code: 'AccessDenied' });
    const put = await fetch(`${s3.endpoint}/${BUCKET}/new`, { method: 'PUT', body: 'x' });
    expect(put.status).toBe(403);
  });
});

it('answers a refused upload after reading it away, and the connection serves the next request', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const put = async (url: string, megabytes: number) => {
    const chunk = Buffer.alloc(1024 ** 2);
    const req = request(url, {
      method: 'PUT',
      agent,
      headers: { 'content-length': megabytes * chunk.length },
    });
    const answered = once(req, 'response');
    await pipeline(
      Array.from({ length: megabytes }, () => chunk),
      req,
    );
    const [res] = (await answered) as [IncomingMessage];
    await text(res);
    return { status: res.statusCode, reused: req.reusedSocket };
  };
  const client = s3.connect({ requestChecksumCalculation: 'WHEN_REQUIRED' });
  const url = await getSignedUrl(client, new PutObjectCommand({ Bucket: BUCKET, Key: 'large' }));
  expect(await put(url.replace('/large', '/other'), 20)).toEqual({ status: 403, reused: false });
  expect(await put(url, 2)).toEqual({ status: 200, reused: true });
  agent.destroy();
});

describe('presigned URLs', () => {
  it('read, with overrides', async () => {
    const command = new GetObjectCommand({
      ...target,
      ResponseContentDisposition: 'attachment; filename="a b.txt"',
    });
    const response = await fetch(await getSignedUrl(s3.client, command, { expiresIn: 60 }));
    expect(await response.text()).toBe('hello');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="a b.txt"');
    const head = await getSignedUrl(s3.client, new HeadObjectCommand(target));
    expect((await fetch(head, { method: 'HEAD' })).headers.get('content-length')).toBe('5');
  });

  it('write, with the metadata that was signed and no other', async () => {
    // By default the client signs the checksum of an empty body into the URL, and S3 holds the uploader to it.
    const byDefault = await getSignedUrl(s3.client, new PutObjectCommand({ Bucket: BUCKET, Key: 'put' }));
    const refused = await errorOf(await fetch(byDefault, { method: 'PUT', body: 'data' }));
    expect(refused).toMatchObject({ status: 400, code: 'BadDigest' });
    const client = s3.connect({ requestChecksumCalculation: 'WHEN_REQUIRED' });
    const command = new PutObjectCommand({ Bucket: BUCKET, Key: 'put', Metadata: { by: 'signer' } });
    const url = await getSignedUrl(client, command);
    const headers = { 'content-type': 'image/png' };
    expect((await fetch(url, { method: 'PUT', body: 'data', headers })).status).toBe(200);
    const object = await s3.client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'put' }));
    expect(object).toMatchObject({ ContentType: 'image/png', Metadata: { by: 'signer' } });
    const more = { ...headers, 'x-amz-meta-sneaky': '1' };
    const unsigned = await errorOf(await fetch(url, { method: 'PUT', body: 'data', headers: more }));
    expect(unsigned).toMatchObject({ status: 403, code: 'AccessDenied' });
    expect((await fetch(url)).status).toBe(403);
  });

  it('end when they expire', async () => {
    const signingDate = new Date(Date.now() - 61_000);
    const url = await getSignedUrl(s3.client, new GetObjectCommand(target), { expiresIn: 60, signingDate });
    expect(await errorOf(await fetch(url))).toEqual({
      status: 403,
      code: 'AccessDenied',
      message: 'Request has expired',
    });
  });

  it('are refused when anything in them was changed', async () => {
    const url = await getSignedUrl(s3.client, new GetObjectCommand(target), { expiresIn: 60 });
    const changes = [
      url.replace('ü', 'u').replace('%C3%BC', 'u'),
      url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'),
      `${url}&response-content-type=text%2Fhtml`,
      url.replace(/Signature=./, (found) => (found.endsWith('0') ? 'Signature=1' : 'Signature=0')),
    ];
    for (const changed of changes) {
      expect(changed).not.toBe(url);
      expect(await errorOf(await fetch(changed))).toMatchObject({
        status: 403,
        code: 'SignatureDoesNotMatch',
      });
    }
    const week = url.replace('X-Amz-Expires=60', 'X-Amz-Expires=604801');
    expect((await errorOf(await fetch(week))).code).toBe('AuthorizationQueryParametersError');
  });

  it('tell a dispatcher their scope', async () => {
    const url = new URL(await getSignedUrl(s3.client, new GetObjectCommand(target)));
    const scope = credentialScope({ url: url.pathname + url.search, headers: {} });
    expect(scope).toMatchObject({ accessKeyId: CREDENTIALS.accessKeyId, region: 'us-east-1', service: 's3' });
    expect(credentialScope({ url: '/', headers: {} })).toBeNull();
  });
});

describe('signed chunks', () => {
  const sha256 = (data: string) => createHash('sha256').update(data).digest('hex');

  /** What a client does that signs its body chunk by chunk (the command line over http, SDKs of other languages). */
  async function putChunks(chunks: string[], forge: (body: string) => string = (body) => body) {
    const date = new Date().toISOString().replace(/[-:]|\.\d{3}/g, '');
    const scope = {
      accessKeyId: CREDENTIALS.accessKeyId,
      date: date.slice(0, 8),
      region: 'us-east-1',
      service: 's3',
    };
    const scopeText = `${scope.date}/us-east-1/s3/aws4_request`;
    const key = signingKey(CREDENTIALS.secretAccessKey, scope);
    const sign = (text: string) => createHmac('sha256', key).update(text).digest('hex');
    const host = new URL(s3.endpoint).host;
    const payload = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';
    const headers: Record<string, string> = {
      host,
      'x-amz-content-sha256': payload,
      'x-amz-date': date,
      'x-amz-decoded-content-length': String(chunks.join('').length),
    };
    const names = Object.keys(headers).sort();
    const lines = names.map((name) => `${name}:${headers[name]}\n`).join('');
    const canonical = ['PUT', `/${BUCKET}/chunks`, '', lines, names.join(';'), payload].join('\n');
    let previous = sign(['AWS4-HMAC-SHA256', date, scopeText, sha256(canonical)].join('\n'));
    headers.authorization = `AWS4-HMAC-SHA256 Credential=${scope.accessKeyId}/${scopeText}, SignedHeaders=${names.join(';')}, Signature=${previous}`;
    let body = '';
    for (const chunk of [...chunks, '']) {
      const text = ['AWS4-HMAC-SHA256-PAYLOAD', date, scopeText, previous, sha256(''), sha256(chunk)].join(
        '\n',
      );
      previous = sign(text);
      body += `${chunk.length.toString(16)};chunk-signature=${previous}\r\n${chunk}\r\n`;
    }
    return new Promise<number>((resolve, reject) => {
      const req = request(`${s3.endpoint}/${BUCKET}/chunks`, { method: 'PUT', headers }, (res) => {
        res.resume().on('end', () => resolve(res.statusCode!));
      });
      req.on('error', reject).end(forge(body));
    });
  }

  it('are verified one by one', async () => {
    const chunks = ['a'.repeat(70_000), 'b'.repeat(10)];
    expect(await putChunks(chunks)).toBe(200);
    expect(s3.service.getObject(BUCKET, 'chunks')?.size).toBe(70_010);
    expect(await putChunks(chunks, (body) => body.replace('bbb', 'bbc'))).toBe(403);
    expect(await putChunks(chunks, (body) => body.replace('\r\nbbb', '\r\nb'))).not.toBe(200);
  });
});
