import {
  CreateSecretCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { originHeader } from '#shared/model/origin-header.ts';
import { gatewayEvent } from '#tests/support/gateway.ts';
import { anybody } from '#tests/support/tenant.ts';
import { log } from './log.ts';

const manager = new SecretsManagerClient({});
const health = { method: 'GET', path: '/health' };
const from = (secret: string | undefined, more = {}) => ({
  ...health,
  headers: { ...(secret === undefined ? {} : { [originHeader]: secret }), ...more },
});

describe('a call that did not come through the CDN', () => {
  it.each([
    ['shows nothing', ''],
    ['shows a guess', 'x'.repeat(64)],
  ])('is refused in the product’s own form when it %s', async (_, secret) => {
    for (const request of [from(secret), { ...from(secret), path: '/openapi.json' }]) {
      const answer = await anybody().send('system', request);
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual({
        error: 'Calls are answered at the address of the product only.',
        code: 'not_through_cdn',
      });
    }
  });

  it('is not believed about the caller’s address', async () => {
    const info = vi.spyOn(log, 'info');
    const guesses = Array.from({ length: 6 }, (_, at) => ({
      method: 'POST',
      path: '/auth/login',
      body: JSON.stringify({ username: 'nobody', password: 'wrong password' }),
      headers: { [originHeader]: 'guess', 'true-client-ip': `198.51.100.${at}` },
    }));
    for (const guess of guesses) expect((await anybody().send('auth', guess)).status).toBe(403);
    expect(info.mock.calls.map(([, extra]) => (extra as { status?: number }).status)).toEqual(
      guesses.map(() => 403),
    );
    info.mockRestore();
  });
});

describe('the secret of a call that came through the CDN', () => {
  it('is taken away before anything of the product sees the call', async () => {
    const event = gatewayEvent(health);
    const { assertThroughCdn } = await import('./origin.ts');
    await assertThroughCdn(event);
    expect(event.headers).not.toHaveProperty(originHeader);
  });
});

describe('the line that a call leaves in the log', () => {
  it('names the call of the contract, and never the address that was asked for', async () => {
    const info = vi.spyOn(log, 'info');
    await anybody().send('hooks', {
      method: 'POST',
      path: '/hooks/whk_1_Th1sIsTheSecretAddress',
      body: '{}',
    });
    await anybody().send('system', { method: 'GET', path: '/unsubscribe/1.ThisIsAToken.abc' });
    const [hook, unknown] = info.mock.calls.map(([, extra]) => extra as Record<string, unknown>);
    expect(hook).toMatchObject({ method: 'POST', call: expect.stringMatching(/^POST \/hooks\/\{\w+\}$/) });
    expect(unknown).toMatchObject({ method: 'GET', call: 'ANY /api/{proxy+}', status: 404 });
    expect(JSON.stringify(info.mock.calls)).not.toMatch(/Th1sIsTheSecretAddress|ThisIsAToken/);
    info.mockRestore();
  });
});

describe('a new value of the secret', () => {
  let now: number;
  let secretId: string;
  let check: (secret: string) => Promise<void>;

  beforeEach(async () => {
    now = Date.now();
    const made = await manager.send(
      new CreateSecretCommand({ Name: `origin-${crypto.randomUUID()}`, SecretString: 'first' }),
    );
    secretId = made.ARN!;
    vi.stubEnv('ORIGIN_SECRET', secretId);
    vi.resetModules();
    const fresh = await import('./origin.ts');
    // Modules that are loaded again have a clock of their own.
    const { setClock } = await import('./clock.ts');
    setClock(() => now);
    check = (secret) => fresh.assertThroughCdn(gatewayEvent(from(secret)));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });
  const turn = (SecretString: string) =>
    manager.send(new PutSecretValueCommand({ SecretId: secretId, SecretString }));
  const refused = { status: 403, code: 'not_through_cdn' };

  it('is taken beside the one before it, so that turning it loses no call', async () => {
    await check('first');
    await turn('second');
    // The CDN still shows the old one until it is deployed again, in which both come in.
    await check('first');
    now += 3_000;
    await check('second');
    await check('first');
  });

  it('ends the value before the last', async () => {
    await turn('second');
    await turn('third');
    await check('second');
    await check('third');
    await expect(check('first')).rejects.toMatchObject(refused);
  });

  it('is not looked for at every wrong guess', async () => {
    await check('first');
    await expect(check('guess')).rejects.toMatchObject(refused);
    await turn('second');
    now += 2_999;
    await expect(check('second')).rejects.toMatchObject(refused);
    now += 1;
    await check('second');
  });

  it('ends a value that was turned twice within five minutes, also in containers that live on', async () => {
    await check('first');
    await turn('second');
    await turn('third');
    await check('first');
    now += 5 * 60_000;
    await expect(check('first')).rejects.toMatchObject(refused);
    await check('third');
  });

  it('is not needed while Secrets Manager does not answer', async () => {
    await check('first');
    vi.stubEnv('ORIGIN_SECRET', 'gone');
    now += 5 * 60_000;
    await check('first');
  });
});
