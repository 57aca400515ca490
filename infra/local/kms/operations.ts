import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { AwsError, checked, type Operation } from '../aws-json.ts';
import type { KeyRecord, KeyStore } from './keys.ts';

/** Encrypt takes at most 4 KiB: larger things are for data keys. */
const MAX_PLAINTEXT = 4096;
const MAX_CIPHERTEXT = 6144;

const keyId = z.string().min(1).max(2048);
const context = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value) => value ?? {});
const aliasName = z.string().regex(/^alias\/[a-zA-Z0-9/_-]{1,250}$/, 'it must begin with alias/');

/** Bytes in base64, as JSON carries them. */
const bytes = (max: number) =>
  z
    .base64()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((value) => value.length >= 1 && value.length <= max, `it must be 1 to ${max} bytes`);

const dataKey = z.object({
  KeyId: keyId,
  KeySpec: z.enum(['AES_256', 'AES_128']).optional(),
  NumberOfBytes: z.number().int().min(1).max(1024).optional(),
  EncryptionContext: context,
});

function dataKeyLength({ KeySpec, NumberOfBytes }: z.infer<typeof dataKey>): number {
  if ((KeySpec === undefined) === (NumberOfBytes === undefined))
    throw new AwsError('ValidationException', 'Please specify either number of bytes or key spec.');
  return NumberOfBytes ?? (KeySpec === 'AES_256' ? 32 : 16);
}

function metadata(key: KeyRecord, accountId: string): object {
  return {
    AWSAccountId: accountId,
    KeyId: key.id,
    Arn: key.arn,
    CreationDate: key.createdMs / 1000,
    Enabled: key.enabled,
    Description: key.description,
    KeyUsage: 'ENCRYPT_DECRYPT',
    KeyState: key.enabled ? 'Enabled' : 'Disabled',
    Origin: 'AWS_KMS',
    KeyManager: 'CUSTOMER',
    CustomerMasterKeySpec: 'SYMMETRIC_DEFAULT',
    KeySpec: 'SYMMETRIC_DEFAULT',
    EncryptionAlgorithms: ['SYMMETRIC_DEFAULT'],
    MultiRegion: false,
  };
}

/** The operations of the KMS API for symmetric keys. */
export function kmsOperations(keys: KeyStore, accountId: string): Record<string, Operation> {
  const byId = (input: unknown): KeyRecord => keys.find(checked(z.object({ KeyId: keyId }), input).KeyId);
  const makeDataKey = (input: unknown) => {
    const request = checked(dataKey, input);
    const plaintext = randomBytes(dataKeyLength(request));
    const { key, blob } = keys.encrypt(request.KeyId, plaintext, request.EncryptionContext);
    return { plaintext, answer: { KeyId: key.arn, CiphertextBlob: blob.toString('base64') } };
  };
  const aliasInput = z.object({ AliasName: aliasName, TargetKeyId: keyId });

  return {
    CreateKey(input) {
      const { Description, KeySpec } = checked(
        z.object({
          Description: z.string().max(8192).default(''),
          KeySpec: z.string().default('SYMMETRIC_DEFAULT'),
        }),
        input,
      );
      if (KeySpec !== 'SYMMETRIC_DEFAULT')
        throw new AwsError('UnsupportedOperationException', 'The local KMS has symmetric keys only.');
      return { KeyMetadata: metadata(keys.create(Description), accountId) };
    },
    DescribeKey(input) {
      return { KeyMetadata: metadata(byId(input), accountId) };
    },
    ListKeys() {
      return { Keys: keys.list().map(({ id, arn }) => ({ KeyId: id, KeyArn: arn })), Truncated: false };
    },
    EnableKey(input) {
      keys.setEnabled(byId(input).id, true);
    },
    DisableKey(input) {
      keys.setEnabled(byId(input).id, false);
    },
    CreateAlias(input) {
      const { AliasName, TargetKeyId } = checked(aliasInput, input);
      if (AliasName.startsWith('alias/aws/'))
        throw new AwsError('NotAuthorizedException', 'Aliases that begin with alias/aws/ belong to AWS.');
      if (keys.aliases().some(({ name }) => name === AliasName))
        throw new AwsError(
          'AlreadyExistsException',
          `An alias with the name ${keys.aliasArn(AliasName)} already exists`,
        );
      keys.setAlias(AliasName, keys.find(TargetKeyId).id);
    },
    UpdateAlias(input) {
      const { AliasName, TargetKeyId } = checked(aliasInput, input);
      keys.find(AliasName);
      keys.setAlias(AliasName, keys.find(TargetKeyId).id);
    },
    DeleteAlias(input) {
      const { AliasName } = checked(z.object({ AliasName: aliasName }), input);
      if (!keys.deleteAlias(AliasName))
        throw new AwsError('NotFoundException', `Alias ${keys.aliasArn(AliasName)} is not found.`);
    },
    ListAliases(input) {
      const { KeyId } = checked(z.object({ KeyId: keyId.optional() }), input);
      const only = KeyId && keys.find(KeyId).id;
      const aliases = keys.aliases().filter((alias) => !only || alias.keyId === only);
      return {
        Aliases: aliases.map(({ name, keyId: TargetKeyId, createdMs }) => ({
          AliasName: name,
          AliasArn: keys.aliasArn(name),
          TargetKeyId,
          CreationDate: createdMs / 1000,
        })),
        Truncated: false,
      };
    },
    Encrypt(input) {
      const request = checked(
        z.object({ KeyId: keyId, Plaintext: bytes(MAX_PLAINTEXT), EncryptionContext: context }),
        input,
      );
      const { key, blob } = keys.encrypt(request.KeyId, request.Plaintext, request.EncryptionContext);
      return {
        KeyId: key.arn,
        CiphertextBlob: blob.toString('base64'),
        EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
      };
    },
    Decrypt(input) {
      const request = checked(
        z.object({
          CiphertextBlob: bytes(MAX_CIPHERTEXT),
          EncryptionContext: context,
          KeyId: keyId.optional(),
        }),
        input,
      );
      const { key, plaintext } = keys.decrypt(
        request.CiphertextBlob,
        request.EncryptionContext,
        request.KeyId,
      );
      return {
        KeyId: key.arn,
        Plaintext: plaintext.toString('base64'),
        EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
      };
    },
    ReEncrypt(input) {
      const request = checked(
        z.object({
          CiphertextBlob: bytes(MAX_CIPHERTEXT),
          SourceEncryptionContext: context,
          SourceKeyId: keyId.optional(),
          DestinationKeyId: keyId,
          DestinationEncryptionContext: context,
        }),
        input,
      );
      const source = keys.decrypt(
        request.CiphertextBlob,
        request.SourceEncryptionContext,
        request.SourceKeyId,
      );
      const target = keys.encrypt(
        request.DestinationKeyId,
        source.plaintext,
        request.DestinationEncryptionContext,
      );
      return {
        CiphertextBlob: target.blob.toString('base64'),
        SourceKeyId: source.key.arn,
        KeyId: target.key.arn,
        SourceEncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
        DestinationEncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
      };
    },
    GenerateDataKey(input) {
      const { plaintext, answer } = makeDataKey(input);
      return { ...answer, Plaintext: plaintext.toString('base64') };
    },
    GenerateDataKeyWithoutPlaintext(input) {
      return makeDataKey(input).answer;
    },
    GenerateRandom(input) {
      const { NumberOfBytes } = checked(
        z.object({ NumberOfBytes: z.number().int().min(1).max(1024) }),
        input,
      );
      return { Plaintext: randomBytes(NumberOfBytes).toString('base64') };
    },
  };
}
