import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  AlreadyExistsException,
  CreateAliasCommand,
  CreateKeyCommand,
  DecryptCommand,
  DescribeKeyCommand,
  DisabledException,
  DisableKeyCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  GenerateDataKeyWithoutPlaintextCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  KMSClient,
  ListAliasesCommand,
  NotFoundException,
  ReEncryptCommand,
} from '@aws-sdk/client-kms';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scratchDir, serve } from '../aws-testing.ts';
import { createKms, type Kms } from './index.ts';

let scratch: ReturnType<typeof scratchDir>;
let kms: Kms;
let server: Awaited<ReturnType<typeof serve>>;
let client: KMSClient;

beforeEach(async () => {
  scratch = scratchDir();
  kms = createKms({ stateDir: scratch.dir });
  server = await serve({ kms: (req, res) => kms.handle(req, res) });
  client = new KMSClient(server.config);
});
afterEach(async () => {
  client.destroy();
  kms.close();
  await server.close();
  scratch.remove();
});

const ALIAS = 'alias/house';
const text = (value: string) => new TextEncoder().encode(value);
const EncryptionContext = { tenant: 't1', purpose: 'keys' };

describe('keys', () => {
  it('are found by id, ARN, alias and alias ARN', async () => {
    const { KeyMetadata } = await client.send(new CreateKeyCommand({ Description: 'house' }));
    const { KeyId, Arn } = KeyMetadata!;
    await client.send(new CreateAliasCommand({ AliasName: ALIAS, TargetKeyId: KeyId }));
    await expect(
      client.send(new CreateAliasCommand({ AliasName: ALIAS, TargetKeyId: KeyId })),
    ).rejects.toBeInstanceOf(AlreadyExistsException);
    for (const reference of [KeyId!, Arn!, ALIAS, `arn:aws:kms:us-east-1:000000000000:${ALIAS}`]) {
      const found = await client.send(new DescribeKeyCommand({ KeyId: reference }));
      expect(found.KeyMetadata).toMatchObject({
        KeyId,
        Arn,
        Enabled: true,
        KeyState: 'Enabled',
        Description: 'house',
      });
    }
    const { Aliases } = await client.send(new ListAliasesCommand({ KeyId }));
    expect(Aliases!.map(({ AliasName }) => AliasName)).toEqual([ALIAS]);
    for (const reference of ['alias/none', 'none'])
      await expect(client.send(new DescribeKeyCommand({ KeyId: reference }))).rejects.toBeInstanceOf(
        NotFoundException,
      );
    expect(kms.ensureKey(ALIAS).id).toBe(KeyId);
    expect(kms.ensureKey('house').id).toBe(KeyId);
  });

  it('do nothing while disabled', async () => {
    const { id } = kms.ensureKey(ALIAS);
    await client.send(new DisableKeyCommand({ KeyId: id }));
    await expect(client.send(new EncryptCommand({ KeyId: id, Plaintext: text('x') }))).rejects.toBeInstanceOf(
      DisabledException,
    );
  });
});

describe('encryption', () => {
  it('gives back what went in, with the same context in any order, after a restart', async () => {
    const { arn } = kms.ensureKey(ALIAS);
    const sealed = await client.send(
      new EncryptCommand({ KeyId: ALIAS, Plaintext: text('secret ✓'), EncryptionContext }),
    );
    expect(sealed.KeyId).toBe(arn);
    kms.close();
    kms = createKms({ stateDir: scratch.dir });
    const opened = await client.send(
      new DecryptCommand({
        CiphertextBlob: sealed.CiphertextBlob,
        EncryptionContext: { purpose: 'keys', tenant: 't1' },
      }),
    );
    expect(new TextDecoder().decode(opened.Plaintext)).toBe('secret ✓');
    expect(opened.KeyId).toBe(arn);
  });

  it('refuses another context, a tampered or foreign blob, and another key', async () => {
    kms.ensureKey(ALIAS);
    const { CiphertextBlob } = await client.send(
      new EncryptCommand({ KeyId: ALIAS, Plaintext: text('secret'), EncryptionContext }),
    );
    const open = (blob: Uint8Array, context?: Record<string, string>, KeyId?: string) =>
      client.send(new DecryptCommand({ CiphertextBlob: blob, EncryptionContext: context, KeyId }));
    const wrong: (Record<string, string> | undefined)[] = [
      undefined,
      {},
      { tenant: 't2', purpose: 'keys' },
      { ...EncryptionContext, more: 'x' },
    ];
    for (const context of wrong)
      await expect(open(CiphertextBlob!, context)).rejects.toBeInstanceOf(InvalidCiphertextException);
    for (const at of [0, 5, 20, 35, CiphertextBlob!.length - 1]) {
      const tampered = Uint8Array.from(CiphertextBlob!);
      tampered[at]! ^= 1;
      await expect(open(tampered, EncryptionContext)).rejects.toBeInstanceOf(InvalidCiphertextException);
    }
    await expect(open(text('nonsense'), EncryptionContext)).rejects.toBeInstanceOf(
      InvalidCiphertextException,
    );
    const other = kms.ensureKey('alias/other');
    await expect(open(CiphertextBlob!, EncryptionContext, other.id)).rejects.toBeInstanceOf(
      IncorrectKeyException,
    );
  });

  it('makes data keys', async () => {
    kms.ensureKey(ALIAS);
    const made = await client.send(
      new GenerateDataKeyCommand({ KeyId: ALIAS, KeySpec: 'AES_256', EncryptionContext }),
    );
    expect(made.Plaintext).toHaveLength(32);
    const opened = await client.send(
      new DecryptCommand({ CiphertextBlob: made.CiphertextBlob, EncryptionContext }),
    );
    expect(opened.Plaintext).toEqual(made.Plaintext);
    const hidden = await client.send(
      new GenerateDataKeyWithoutPlaintextCommand({ KeyId: ALIAS, NumberOfBytes: 24 }),
    );
    expect(kms.decrypt(hidden.CiphertextBlob!)).toHaveLength(24);
    await expect(client.send(new GenerateDataKeyCommand({ KeyId: ALIAS }))).rejects.toThrow(
      /number of bytes or key spec/,
    );
    await expect(
      client.send(new EncryptCommand({ KeyId: ALIAS, Plaintext: new Uint8Array(4097) })),
    ).rejects.toThrow(/4096/);
  });

  it('re-encrypts from one key and context to another', async () => {
    kms.ensureKey(ALIAS);
    const other = kms.ensureKey('alias/other');
    const moved = await client.send(
      new ReEncryptCommand({
        CiphertextBlob: kms.encrypt(ALIAS, text('x'), { a: '1' }),
        SourceEncryptionContext: { a: '1' },
        DestinationKeyId: 'alias/other',
        DestinationEncryptionContext: { b: '2' },
      }),
    );
    expect(moved.KeyId).toBe(other.arn);
    expect(kms.decrypt(moved.CiphertextBlob!, { b: '2' }).toString()).toBe('x');
  });
});

describe('the key file', () => {
  it('is for its owner only, and the state does not open without it', () => {
    kms.ensureKey(ALIAS);
    const file = join(scratch.dir, 'local.key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toHaveLength(32);
    kms.close();
    rmSync(file);
    expect(() => createKms({ stateDir: scratch.dir })).toThrow(/is not the key/);
  });
});
