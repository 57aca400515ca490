import { type Handle, jsonService, type ServiceOptions } from '../aws-json.ts';
import { type EncryptionContext, type KeyRecord, KeyStore } from './keys.ts';
import { kmsOperations } from './operations.ts';

export type { EncryptionContext, KeyRecord } from './keys.ts';

export interface Kms {
  handle: Handle;
  /** The key behind an alias, with or without `alias/` before it; both are made when they are not there. */
  ensureKey(alias: string, description?: string): KeyRecord;
  /** @throws AwsError NotFoundException, DisabledException */
  encrypt(keyId: string, plaintext: Uint8Array, context?: EncryptionContext): Buffer;
  /** @throws AwsError InvalidCiphertextException when the context or any byte differs */
  decrypt(ciphertext: Uint8Array, context?: EncryptionContext): Buffer;
  close(): void;
}

/** AWS KMS on one machine: keys in `kms.db`, sealed by `local.key` (0600) in the state folder. */
export function createKms(options: ServiceOptions): Kms {
  const accountId = options.accountId ?? '000000000000';
  const keys = new KeyStore({
    stateDir: options.stateDir,
    clock: options.clock ?? (() => new Date()),
    region: options.region ?? 'us-east-1',
    accountId,
  });
  return {
    handle: jsonService({
      target: 'TrentService',
      version: '1.1',
      namespace: 'com.amazonaws.kms',
      operations: kmsOperations(keys, accountId),
    }),
    ensureKey: (alias, description) =>
      keys.ensure(alias.startsWith('alias/') ? alias : `alias/${alias}`, description),
    encrypt: (keyId, plaintext, context) => keys.encrypt(keyId, plaintext, context).blob,
    decrypt: (ciphertext, context) => keys.decrypt(ciphertext, context).plaintext,
    close: () => keys.close(),
  };
}
