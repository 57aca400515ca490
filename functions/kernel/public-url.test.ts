import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAwsServer } from '#infra/local/aws-server.ts';
import { createSsm } from '#infra/local/ssm/index.ts';

const parameter = '/dealbell/dev/public-url';
const ssm = createSsm({ region: 'us-east-1', accountId: '000000000000' });

describe('where people reach the product, of a deployment without a domain', () => {
  let server: ReturnType<typeof createAwsServer>;
  let now = 0;

  beforeEach(async () => {
    server = createAwsServer({
      services: { ssm: ssm.handle },
      credentials: {
        accessKeyId: process.env.AWS_ACCESS_KEY_ID!,
        secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY!,
      },
      region: 'us-east-1',
    });
    vi.stubEnv('AWS_ENDPOINT_URL', await server.listen());
    vi.stubEnv('PUBLIC_URL', undefined);
    vi.stubEnv('PUBLIC_URL_PARAMETER', parameter);
    vi.resetModules();
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await server.close();
  });

  /** A container that starts now. */
  async function container() {
    const { setClock } = await import('./clock.ts');
    setClock(() => now);
    return import('./public-url.ts');
  }

  it('is not known before the web stack is there, which is said and never sent to anybody', async () => {
    const { publicUrl, signUrl } = await container();
    for (const url of [publicUrl, signUrl])
      expect(url).toThrow(
        'The public address is not known yet: /dealbell/dev/public-url is written when the web stack is deployed.',
      );
  });

  it('is found by a container that lives on', async () => {
    const { publicUrl } = await container();
    ssm.ensureParameter(parameter, 'https://d111111abcdef8.cloudfront.net');
    now += 2_000;
    expect(publicUrl).toThrow(/not known yet/);
    await expect.poll(publicUrl).toBe('https://d111111abcdef8.cloudfront.net');
  });

  it('is there before the first call of a container', async () => {
    const { publicUrl } = await container();
    expect(publicUrl()).toBe('https://d111111abcdef8.cloudfront.net');
  });

  it('is the domain’s where there is one', async () => {
    vi.stubEnv('PUBLIC_URL', 'https://app.example.com/');
    const { publicUrl } = await container();
    expect(publicUrl()).toBe('https://app.example.com');
  });

  it('is asked for loudly where a function was given neither', async () => {
    const { publicUrl } = await container();
    vi.stubEnv('PUBLIC_URL_PARAMETER', undefined);
    expect(publicUrl()).toMatch(/cloudfront/);
    vi.resetModules();
    const bare = await container();
    expect(bare.publicUrl).toThrow('Neither PUBLIC_URL nor PUBLIC_URL_PARAMETER is set for this function.');
  });
});
