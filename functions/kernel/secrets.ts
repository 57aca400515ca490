import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { tenantOf } from './actor.ts';
import { clock } from './clock.ts';
import { env } from './env.ts';
import { traced } from './trace.ts';

const kms = traced(new KMSClient({}));
const manager = traced(new SecretsManagerClient({}));

/**
 * Encrypts a tenant's secret (a provider's key, a webhook's token; at most 4,096 bytes, KMS's limit). The
 * tenant and the purpose are bound to it: it cannot be decrypted as another tenant's or for another use.
 */
export async function seal(purpose: string, plain: string): Promise<string> {
  const sealed = await kms.send(
    new EncryptCommand({
      KeyId: env('KEY_ID'),
      Plaintext: Buffer.from(plain),
      EncryptionContext: { tenant: String(tenantOf()), purpose },
    }),
  );
  return Buffer.from(sealed.CiphertextBlob!).toString('base64');
}

export async function unseal(purpose: string, sealed: string): Promise<string> {
  const opened = await kms.send(
    new DecryptCommand({
      KeyId: env('KEY_ID'),
      CiphertextBlob: Buffer.from(sealed, 'base64'),
      EncryptionContext: { tenant: String(tenantOf()), purpose },
    }),
  );
  return Buffer.from(opened.Plaintext!).toString();
}

/** So long a container remembers an opened secret, ms: a thousand mails of a blast ask the key service once. */
const rememberedMs = 10 * 60_000;
const rememberedMost = 500;
const opened = new Map<string, { plain: Promise<string>; until: number }>();

/**
 * `unseal` that asks the key service once for some minutes. What is remembered is found by tenant, purpose and sealed
 * text together, so none is had as another's.
 */
export function unsealRemembered(purpose: string, sealed: string): Promise<string> {
  const key = `${tenantOf()} ${purpose} ${sealed}`;
  const known = opened.get(key);
  if (known && known.until > clock.now()) return known.plain;
  opened.delete(key);
  if (opened.size >= rememberedMost) opened.delete(opened.keys().next().value!);
  const plain = unseal(purpose, sealed).catch((error) => {
    opened.delete(key);
    throw error;
  });
  opened.set(key, { plain, until: clock.now() + rememberedMs });
  return plain;
}

let signing: Promise<Uint8Array> | undefined;

/** The platform's key for access tokens, made by the cloud at deployment and read once a container. */
export function signingKey(): Promise<Uint8Array> {
  signing ??= manager
    .send(new GetSecretValueCommand({ SecretId: env('SIGNING_SECRET') }))
    .then((secret) => new TextEncoder().encode(secret.SecretString!))
    .catch((error) => {
      signing = undefined;
      throw error;
    });
  return signing;
}

/** One version of a secret of the platform, by its label; undefined where no version has that label. */
export async function secretValue(
  secretId: string,
  label: 'AWSCURRENT' | 'AWSPREVIOUS',
): Promise<string | undefined> {
  try {
    const secret = await manager.send(new GetSecretValueCommand({ SecretId: secretId, VersionStage: label }));
    return secret.SecretString;
  } catch (error) {
    if (label === 'AWSPREVIOUS' && error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
