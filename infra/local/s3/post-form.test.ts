import { createHash, createHmac } from 'node:crypto';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { createPresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signingKey } from '../aws-auth.ts';
import { BUCKET, CREDENTIALS, errorOf, startS3, type TestS3 } from './testing.ts';

let s3: TestS3;
let now: Date | null = null;
beforeAll(async () => {
  s3 = await startS3({ clock: () => now ?? new Date() });
});
afterAll(() => s3.stop());

const presign = (more: Partial<PresignedPostOptions> = {}) =>
  createPresignedPost(s3.client, {
    Bucket: BUCKET,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: S3 puts the file's name in its place.
    Key: 'up/${filename}',
    Conditions: [
      ['content-length-range', 3, 200_000],
      ['starts-with', '$Content-Type', 'image/'],
    ],
    Fields: { 'Content-Type': 'image/png', 'x-amz-meta-by': 'Zoë' },
    ...more,
  });

async function post(
  form: { url: string; fields: Record<string, string> },
  content: string | Blob,
  options: { filename?: string; fields?: Record<string, string> } = {},
) {
  const data = new FormData();
  for (const [name, value] of Object.entries({ ...form.fields, ...options.fields })) data.append(name, value);
  data.append('file', new Blob([content]), options.filename ?? 'ü "1".png');
  data.append('after', 'ignored');
  return fetch(form.url, { method: 'POST', body: data, redirect: 'manual' });
}

it('stores what the browser posts', async () => {
  const content = new Uint8Array(150_000).map((_, i) => (i * 7) % 256);
  const response = await post(await presign(), new Blob([content]));
  expect(response.status).toBe(204);
  const md5 = createHash('md5').update(content).digest('hex');
  expect(response.headers.get('etag')).toBe(`"${md5}"`);
  const object = await s3.client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'up/ü "1".png' }));
  expect(object).toMatchObject({
    ContentType: 'image/png',
    ETag: `"${md5}"`,
    Metadata: { by: '=?UTF-8?B?Wm/Dqw==?=' },
  });
  expect(await object.Body!.transformToByteArray()).toEqual(content);
});

it('finds the end of the file also where its bytes look like the boundary', async () => {
  const content = '\r\n--\r\n------WebKitFormBoundary\r\n-'.repeat(3000);
  expect((await post(await presign(), content, { filename: 'b.png' })).status).toBe(204);
  expect(s3.service.getObject(BUCKET, 'up/b.png')?.size).toBe(content.length);
});

it('answers 201 with the place, or redirects', async () => {
  const created = await post(
    await presign({ Fields: { 'Content-Type': 'image/gif', success_action_status: '201' } }),
    'gif',
  );
  expect(created.status).toBe(201);
  expect(await created.text()).toContain(`<Bucket>${BUCKET}</Bucket><Key>up/ü &quot;1&quot;.png</Key>`);
  const Fields = { 'Content-Type': 'image/gif', success_action_redirect: 'http://localhost:3000/done?x=1' };
  const redirected = await post(await presign({ Fields }), 'gif', { filename: 'r.gif' });
  expect(redirected.status).toBe(303);
  expect(redirected.headers.get('location')).toMatch(
    /^http:\/\/localhost:3000\/done\?x=1&bucket=tenant-files&key=up%2Fr.gif&etag=/,
  );
});

it('refuses a file that is too large or too small, and keeps nothing of it', async () => {
  const large = await errorOf(await post(await presign(), 'x'.repeat(200_001), { filename: 'l.png' }));
  expect(large).toMatchObject({ status: 400, code: 'EntityTooLarge' });
  const small = await errorOf(await post(await presign(), 'x', { filename: 'l.png' }));
  expect(small).toMatchObject({ status: 400, code: 'EntityTooSmall' });
  expect(s3.service.getObject(BUCKET, 'up/l.png')).toBeNull();
});

it('holds the form to its policy', async () => {
  const refusal = async (fields: Record<string, string>) =>
    (await errorOf(await post(await presign(), 'data', { fields }))).message;
  expect(await refusal({ 'Content-Type': 'text/html' })).toMatch(
    /^Invalid according to Policy: Policy Condition failed/,
  );
  expect(await refusal({ key: 'elsewhere/x' })).toMatch(
    /Policy Condition failed: \["starts-with","\$key","up\/"\]/,
  );
  expect(await refusal({ 'x-amz-meta-more': '1' })).toBe(
    'Invalid according to Policy: Extra input fields: x-amz-meta-more',
  );
  expect(await refusal({ 'x-ignore-me': '1' })).toBe('');
});

it('refuses a policy that is expired, changed or not signed', async () => {
  const form = await presign({ Expires: 60 });
  now = new Date(Date.now() + 61_000);
  const expired = await errorOf(await post(form, 'data'));
  now = null;
  expect(expired).toEqual({
    status: 403,
    code: 'AccessDenied',
    message: 'Invalid according to Policy: Policy expired.',
  });
  const wider = JSON.parse(Buffer.from(form.fields.Policy!, 'base64').toString());
  wider.conditions = wider.conditions.filter((one: unknown) => !Array.isArray(one));
  const Policy = Buffer.from(JSON.stringify(wider)).toString('base64');
  expect((await errorOf(await post(form, 'data', { fields: { Policy } }))).code).toBe(
    'SignatureDoesNotMatch',
  );
  const unsigned = await errorOf(await post({ url: form.url, fields: { key: 'k' } }, 'data'));
  expect(unsigned).toMatchObject({ status: 403, code: 'AccessDenied' });
});

it('refuses a form without a file, without a key, or with too much before the file', async () => {
  const form = await presign();
  const data = new FormData();
  for (const [name, value] of Object.entries(form.fields)) data.append(name, value);
  expect((await errorOf(await fetch(form.url, { method: 'POST', body: data }))).code).toBe('InvalidArgument');
  const { key: _, ...keyless } = form.fields;
  expect((await errorOf(await post({ url: form.url, fields: keyless }, 'data'))).message).toContain(
    "field named 'key'",
  );
  const long = await errorOf(await post(form, 'data', { fields: { 'x-ignore-long': 'x'.repeat(21_000) } }));
  expect(long.code).toBe('MaxPostPreDataLengthExceeded');
});

it('takes only a policy that is well-formed', async () => {
  const date = `${new Date().toISOString().slice(0, 10).replaceAll('-', '')}T000000Z`;
  const scope = {
    accessKeyId: CREDENTIALS.accessKeyId,
    date: date.slice(0, 8),
    region: 'us-east-1',
    service: 's3',
  };
  const post64 = async (document: unknown) => {
    const policy = Buffer.from(JSON.stringify(document)).toString('base64');
    const signature = createHmac('sha256', signingKey(CREDENTIALS.secretAccessKey, scope))
      .update(policy)
      .digest('hex');
    const fields = {
      key: 'k',
      policy,
      'x-amz-algorithm': 'AWS4-HMAC-SHA256',
      'x-amz-credential': `${scope.accessKeyId}/${scope.date}/us-east-1/s3/aws4_request`,
      'x-amz-date': date,
      'x-amz-signature': signature,
    };
    return (await errorOf(await post({ url: `${s3.endpoint}/${BUCKET}`, fields }, 'data'))).code;
  };
  expect(await post64({ conditions: [] })).toBe('InvalidPolicyDocument');
  expect(await post64({ expiration: '2999-01-01T00:00:00Z', conditions: [['ends-with', '$key', 'x']] })).toBe(
    'InvalidPolicyDocument',
  );
  expect(await post64({ expiration: '2999-01-01T00:00:00Z', conditions: [] })).toBe('AccessDenied');
});
