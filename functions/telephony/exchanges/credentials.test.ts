import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { readBody } from '#infra/sandbox/http.ts';
import { queueCredentials } from './credentials.ts';

/* STS as its reference describes it: https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html */

const queueUrl = 'https://sqs.us-east-1.amazonaws.com/123456789012/dealbell-dev-exchange-01j.fifo';
const role = 'arn:aws:iam::123456789012:role/Bridge';

const granted = `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult>
<AssumedRoleUser><Arn>arn:aws:sts::123456789012:assumed-role/Bridge/exc_1</Arn></AssumedRoleUser>
<Credentials><AccessKeyId>ASIAIOSFODNN7EXAMPLE</AccessKeyId><SecretAccessKey>wJalrXUtnFEMI</SecretAccessKey>
<SessionToken>AQoDYXdzEPT</SessionToken><Expiration>2026-11-24T07:00:00Z</Expiration></Credentials>
</AssumeRoleResult></AssumeRoleResponse>`;

async function sts(status: number, answer: string) {
  const heard: { body: URLSearchParams; authorization: string; type: string }[] = [];
  const server = createServer(async (request, response) => {
    const { authorization = '', 'content-type': type = '' } = request.headers;
    heard.push({ body: new URLSearchParams(await readBody(request)), authorization, type });
    response.writeHead(status, { 'content-type': 'text/xml' }).end(answer);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  vi.stubEnv('AWS_ENDPOINT_URL_STS', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('BRIDGE_ROLE', role);
  return heard;
}

afterEach(() => vi.unstubAllEnvs());

it('asks for the bridges’ role, narrowed to one queue, for an hour', async () => {
  const heard = await sts(200, granted);
  expect(await queueCredentials(queueUrl, 'exc_1')).toEqual({
    kind: 'sqs',
    queueUrl,
    region: process.env.AWS_REGION,
    credentials: {
      accessKeyId: 'ASIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI',
      sessionToken: 'AQoDYXdzEPT',
    },
    until: '2026-11-24T07:00:00.000Z',
  });
  const [{ body, authorization, type }] = heard as [(typeof heard)[0]];
  expect(type).toBe('application/x-www-form-urlencoded');
  expect(authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=[^/]+\/\d{8}\/us-east-1\/sts\/aws4_request/);
  expect(Object.fromEntries(body)).toMatchObject({
    Action: 'AssumeRole',
    RoleArn: role,
    RoleSessionName: 'exc_1',
    DurationSeconds: '3600',
  });
  expect(JSON.parse(body.get('Policy')!).Statement).toEqual([
    {
      Effect: 'Allow',
      Action: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility'],
      Resource: 'arn:aws:sqs:us-east-1:123456789012:dealbell-dev-exchange-01j.fifo',
    },
  ]);
});

it('fails where STS refuses, in its words', async () => {
  await sts(
    403,
    '<ErrorResponse><Error><Code>AccessDenied</Code><Message>Not you.</Message></Error></ErrorResponse>',
  );
  await expect(queueCredentials(queueUrl, 'exc_1')).rejects.toThrow('STS answered 403: Not you.');
});

it('gives none where the deployment has no role for bridges', async () =>
  expect(await queueCredentials(queueUrl, 'exc_1')).toBeUndefined());
