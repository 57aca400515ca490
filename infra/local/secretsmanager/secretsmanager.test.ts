import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CreateSecretCommand,
  DeleteSecretCommand,
  DescribeSecretCommand,
  GetRandomPasswordCommand,
  type GetRandomPasswordCommandInput,
  GetSecretValueCommand,
  InvalidParameterException,
  InvalidRequestException,
  ListSecretsCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  RestoreSecretCommand,
  SecretsManagerClient,
  UpdateSecretCommand,
} from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scratchDir, serve, TestClock } from '../aws-testing.ts';
import { createSecretsManager, type SecretsManager } from './index.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');
let scratch: ReturnType<typeof scratchDir>;
let secrets: SecretsManager;
let server: Awaited<ReturnType<typeof serve>>;
let client: SecretsManagerClient;

beforeEach(async () => {
  clock.set('2026-11-20T10:00:00Z');
  scratch = scratchDir();
  secrets = createSecretsManager({ stateDir: scratch.dir, clock: clock.now });
  server = await serve({ secretsmanager: (req, res) => secrets.handle(req, res) });
  client = new SecretsManagerClient(server.config);
});
afterEach(async () => {
  client.destroy();
  secrets.close();
  await server.close();
  scratch.remove();
});

const create = (Name: string, SecretString: string) =>
  client.send(new CreateSecretCommand({ Name, SecretString }));
const get = (SecretId: string, VersionStage?: string, VersionId?: string) =>
  client.send(new GetSecretValueCommand({ SecretId, VersionStage, VersionId }));

describe('secrets', () => {
  it('are kept sealed and found by name, ARN and partial ARN, after a restart', async () => {
    const { ARN } = await create('house/token', 'the-very-secret-value');
    expect(ARN).toMatch(/^arn:aws:secretsmanager:us-east-1:000000000000:secret:house\/token-[A-Za-z0-9]{6}$/);
    secrets.close();
    for (const file of ['secretsmanager.db', 'local.key'])
      expect(readFileSync(join(scratch.dir, file)).includes('the-very-secret-value')).toBe(false);
    secrets = createSecretsManager({ stateDir: scratch.dir, clock: clock.now });
    for (const id of ['house/token', ARN!, ARN!.slice(0, -7)])
      expect(await get(id)).toMatchObject({
        ARN,
        SecretString: 'the-very-secret-value',
        VersionStages: ['AWSCURRENT'],
      });
    await expect(create('house/token', 'x')).rejects.toBeInstanceOf(ResourceExistsException);
    await expect(get('house')).rejects.toBeInstanceOf(ResourceNotFoundException);
    await expect(create('bad name', 'x')).rejects.toBeInstanceOf(InvalidParameterException);
    await expect(create('big', 'x'.repeat(65_537))).rejects.toThrow(/65536/);
    await expect(get('big')).rejects.toBeInstanceOf(ResourceNotFoundException);
  });

  it('move their stages with each new version', async () => {
    const first = await create('s', 'one');
    const ClientRequestToken = 'token-of-the-second-version-000002';
    const second = await client.send(
      new PutSecretValueCommand({ SecretId: 's', SecretString: 'two', ClientRequestToken }),
    );
    expect(second.VersionId).toBe(ClientRequestToken);
    await client.send(new PutSecretValueCommand({ SecretId: 's', SecretString: 'two', ClientRequestToken }));
    await expect(
      client.send(new PutSecretValueCommand({ SecretId: 's', SecretString: 'other', ClientRequestToken })),
    ).rejects.toBeInstanceOf(ResourceExistsException);
    expect((await get('s')).SecretString).toBe('two');
    expect((await get('s', 'AWSPREVIOUS')).SecretString).toBe('one');
    await client.send(
      new PutSecretValueCommand({
        SecretId: 's',
        SecretBinary: new Uint8Array([1, 2, 0]),
        VersionStages: ['AWSPENDING'],
      }),
    );
    expect((await get('s', 'AWSPENDING')).SecretBinary).toEqual(new Uint8Array([1, 2, 0]));
    await client.send(new UpdateSecretCommand({ SecretId: 's', SecretString: 'three', Description: 'd' }));
    const { VersionIdsToStages, Description } = await client.send(
      new DescribeSecretCommand({ SecretId: 's' }),
    );
    expect(Description).toBe('d');
    expect(VersionIdsToStages![first.VersionId!]).toEqual([]);
    expect(VersionIdsToStages![ClientRequestToken]).toEqual(['AWSPREVIOUS']);
    expect((await get('s', undefined, first.VersionId)).SecretString).toBe('one');
    await expect(get('s', 'NONE')).rejects.toThrow(/staging label: NONE/);
  });

  it('can be deleted with a time to think again', async () => {
    await create('a', '1');
    await create('b', '2');
    await client.send(new DeleteSecretCommand({ SecretId: 'a', RecoveryWindowInDays: 7 }));
    await expect(get('a')).rejects.toBeInstanceOf(InvalidRequestException);
    expect((await client.send(new ListSecretsCommand({}))).SecretList!.map(({ Name }) => Name)).toEqual([
      'b',
    ]);
    await client.send(new RestoreSecretCommand({ SecretId: 'a' }));
    expect((await get('a')).SecretString).toBe('1');
    await client.send(new DeleteSecretCommand({ SecretId: 'a', RecoveryWindowInDays: 7 }));
    await expect(create('a', 'new')).rejects.toBeInstanceOf(InvalidRequestException);
    clock.advance(7 * 86_400_000);
    await create('a', 'new');
    expect((await get('a')).SecretString).toBe('new');
    await client.send(new DeleteSecretCommand({ SecretId: 'b', ForceDeleteWithoutRecovery: true }));
    await expect(get('b')).rejects.toBeInstanceOf(ResourceNotFoundException);
  });
});

describe('random passwords', () => {
  const password = async (input: GetRandomPasswordCommandInput) =>
    (await client.send(new GetRandomPasswordCommand(input))).RandomPassword!;

  it('hold each included type and nothing excluded', async () => {
    for (let i = 0; i < 20; i++) {
      const made = await password({ PasswordLength: 8, ExcludeCharacters: 'abcABC123"' });
      expect(made).toHaveLength(8);
      for (const type of [/[d-z]/, /[D-Z]/, /[04-9]/, /[^A-Za-z0-9]/]) expect(made).toMatch(type);
      expect(made).not.toMatch(/[abcABC123"]/);
    }
    expect(await password({ ExcludePunctuation: true, ExcludeUppercase: true })).toMatch(/^[a-z0-9]{32}$/);
    await expect(password({ PasswordLength: 2 })).rejects.toBeInstanceOf(InvalidParameterException);
  });

  it('make the secrets of the template once', () => {
    const generateSecretString = {
      SecretStringTemplate: '{"user":"admin"}',
      GenerateStringKey: 'password',
      PasswordLength: 20,
      ExcludePunctuation: true,
    };
    const arn = secrets.ensureSecret('db', { generateSecretString });
    const value = JSON.parse(secrets.secretString('db'));
    expect(value).toEqual({ user: 'admin', password: expect.stringMatching(/^[A-Za-z0-9]{20}$/) });
    expect(secrets.ensureSecret('db', { generateSecretString })).toBe(arn);
    expect(JSON.parse(secrets.secretString(arn))).toEqual(value);
    secrets.ensureSecret('given', { secretString: 'a' });
    secrets.ensureSecret('given', { secretString: 'b' });
    expect(secrets.secretString('given')).toBe('b');
    expect(() => secrets.ensureSecret('bad', { generateSecretString: { GenerateStringKey: 'x' } })).toThrow(
      /together/,
    );
  });
});
