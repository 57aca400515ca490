import { env } from '#functions/kernel/env.ts';
import { signedHeaders } from '#functions/kernel/sign-request.ts';
import { type Channel, channelTimes } from '#shared/exchange/channel.ts';

/** What STS has to answer by; ms. */
const answerMs = 5_000;

const actions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility'];

/** `https://sqs.us-east-1.amazonaws.com/123456789012/name` */
function arnOf(queueUrl: string, partition: string): string {
  const [account, name] = new URL(queueUrl).pathname.split('/').filter(Boolean);
  return `arn:${partition}:sqs:${env('AWS_REGION')}:${account}:${name}`;
}

const inXml = (text: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]+)</${name}>`).exec(text)?.[1];

/**
 * Credentials for one queue and nothing else: those of the bridges' role, narrowed to it. Undefined where the deployment
 * has no such role, as on one's own machine: then messages are fetched by the product.
 * Source: https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html
 */
export async function queueCredentials(queueUrl: string, exchangeId: string): Promise<Channel | undefined> {
  const roleArn = process.env.BRIDGE_ROLE;
  if (!roleArn) return undefined;
  const region = env('AWS_REGION');
  const partition = roleArn.split(':')[1]!;
  const suffix = partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  const url = new URL(process.env.AWS_ENDPOINT_URL_STS || `https://sts.${region}.${suffix}/`);
  const Policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: actions, Resource: arnOf(queueUrl, partition) }],
  });
  const body = new URLSearchParams({
    Action: 'AssumeRole',
    Version: '2011-06-15',
    RoleArn: roleArn,
    RoleSessionName: exchangeId,
    DurationSeconds: String(channelTimes.credentials),
    Policy,
  }).toString();
  const headers = signedHeaders('sts', url, body, 'application/x-www-form-urlencoded');
  const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(answerMs) });
  const text = await response.text();
  const [accessKeyId, secretAccessKey, sessionToken, expiration] = [
    'AccessKeyId',
    'SecretAccessKey',
    'SessionToken',
    'Expiration',
  ].map((name) => inXml(text, name));
  if (!response.ok || !accessKeyId || !secretAccessKey || !sessionToken || !expiration)
    throw new Error(`STS answered ${response.status}: ${inXml(text, 'Message') ?? 'no credentials'}.`);
  return {
    kind: 'sqs',
    queueUrl,
    region,
    credentials: { accessKeyId, secretAccessKey, sessionToken },
    until: new Date(expiration).toISOString(),
  };
}
