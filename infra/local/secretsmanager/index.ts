import { checked, type Handle, jsonService, type ServiceOptions } from '../aws-json.ts';
import { secretOperations } from './operations.ts';
import { type GenerateSecretString, generatedSecret, generateSecretString } from './random-password.ts';
import { SecretStore } from './secrets.ts';

export type { GenerateSecretString } from './random-password.ts';

export interface EnsureSecretOptions {
  /** How to make the first value; left out together with `secretString`, it is a password of 32 characters. */
  generateSecretString?: GenerateSecretString;
  /** A value given in the template; it replaces the current one when it differs. */
  secretString?: string;
  description?: string;
}

export interface SecretsManager {
  handle: Handle;
  /** Makes the secret, or leaves a generated one as it is; answers its ARN. @throws AwsError InvalidParameterException */
  ensureSecret(name: string, options?: EnsureSecretOptions): string;
  /** The current value of a secret by name or ARN. @throws AwsError ResourceNotFoundException */
  secretString(nameOrArn: string): string;
  close(): void;
}

/** AWS Secrets Manager on one machine: `secretsmanager.db`, sealed by `local.key` in the state folder. */
export function createSecretsManager(options: ServiceOptions): SecretsManager {
  const store = new SecretStore({
    stateDir: options.stateDir,
    clock: options.clock ?? (() => new Date()),
    region: options.region ?? 'us-east-1',
    accountId: options.accountId ?? '000000000000',
  });
  const secretString = (reference: string): string => {
    const secret = store.find(reference);
    const content = store.read(secret.arn, store.version(secret).id);
    return 'SecretString' in content
      ? content.SecretString
      : Buffer.from(content.SecretBinary, 'base64').toString();
  };
  return {
    handle: jsonService({
      target: 'secretsmanager',
      version: '1.1',
      namespace: 'com.amazonaws.secretsmanager',
      operations: secretOperations(store),
    }),
    ensureSecret(name, wanted = {}) {
      const existing = store.list(false).find((secret) => secret.name === name);
      const generate = () =>
        generatedSecret(
          checked(generateSecretString, wanted.generateSecretString ?? {}, 'InvalidParameterException'),
        );
      if (existing) {
        const value = wanted.secretString;
        if (value !== undefined && value !== secretString(existing.arn))
          store.put(existing, { SecretString: value });
        return existing.arn;
      }
      return store.db.transaction(() => {
        const secret = store.create(name, { description: wanted.description });
        store.put(secret, { SecretString: wanted.secretString ?? generate() });
        return secret.arn;
      });
    },
    secretString,
    close: () => store.close(),
  };
}
