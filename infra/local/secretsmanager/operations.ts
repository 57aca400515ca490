import { z } from 'zod';
import { AwsError, checked, type Operation } from '../aws-json.ts';
import { passwordOptions, randomPassword } from './random-password.ts';
import type { SecretContent, SecretRecord, SecretStore } from './secrets.ts';

const DAY_MS = 86_400_000;
const CODE = 'InvalidParameterException';
const read = <T>(schema: z.ZodType<T>, input: unknown): T => checked(schema, input, CODE);

const name = z.string().regex(/^[A-Za-z0-9/_+=.@-]{1,512}$/, 'it may hold letters, digits and /_+=.@-');
const tags = z.array(z.object({ Key: z.string().min(1).max(128), Value: z.string().max(256) })).max(50);
const byId = z.object({ SecretId: z.string().min(1).max(2048) });
const token = z.string().min(32).max(64).optional();
const value = { SecretString: z.string().optional(), SecretBinary: z.base64().optional() };
const about = { Description: z.string().max(2048).optional(), KmsKeyId: z.string().max(2048).optional() };

function contentOf(input: { SecretString?: string; SecretBinary?: string }): SecretContent | undefined {
  const { SecretString, SecretBinary } = input;
  if (SecretString !== undefined && SecretBinary !== undefined)
    throw new AwsError(CODE, 'You must provide either SecretString or SecretBinary, not both.');
  if (SecretString !== undefined) return { SecretString };
  return SecretBinary === undefined ? undefined : { SecretBinary };
}

/** The operations of the Secrets Manager API over the store. */
export function secretOperations(store: SecretStore): Record<string, Operation> {
  const answer = (secret: SecretRecord) => ({ ARN: secret.arn, Name: secret.name });
  const stages = (secret: SecretRecord) =>
    Object.fromEntries(store.versions(secret.arn).map((version) => [version.id, version.stages]));
  const describe = (secret: SecretRecord) => ({
    ...answer(secret),
    Description: secret.description,
    KmsKeyId: secret.kmsKeyId,
    CreatedDate: secret.createdMs / 1000,
    LastChangedDate: secret.changedMs / 1000,
    DeletedDate: secret.deletedMs === undefined ? undefined : secret.deletedMs / 1000,
    Tags: secret.tags,
  });

  return {
    CreateSecret(input) {
      const request = read(
        z.object({ Name: name, ...value, ...about, ClientRequestToken: token, Tags: tags.optional() }),
        input,
      );
      const content = contentOf(request);
      return store.db.transaction(() => {
        const secret = store.create(request.Name, {
          description: request.Description,
          kmsKeyId: request.KmsKeyId,
          tags: request.Tags,
        });
        const version = content && store.put(secret, content, request.ClientRequestToken);
        return { ...answer(secret), VersionId: version?.id };
      });
    },
    GetSecretValue(input) {
      const request = read(
        byId.extend({ VersionId: z.string().optional(), VersionStage: z.string().optional() }),
        input,
      );
      const secret = store.find(request.SecretId);
      const version = store.version(secret, request.VersionId, request.VersionStage);
      return {
        ...answer(secret),
        ...store.read(secret.arn, version.id),
        VersionId: version.id,
        VersionStages: version.stages,
        CreatedDate: version.createdMs / 1000,
      };
    },
    PutSecretValue(input) {
      const request = read(
        byId.extend({
          ...value,
          ClientRequestToken: token,
          VersionStages: z.array(z.string()).min(1).max(20).optional(),
        }),
        input,
      );
      const content = contentOf(request);
      if (!content) throw new AwsError(CODE, 'You must provide either SecretString or SecretBinary.');
      const secret = store.find(request.SecretId);
      const version = store.put(secret, content, request.ClientRequestToken, request.VersionStages);
      return { ...answer(secret), VersionId: version.id, VersionStages: version.stages };
    },
    UpdateSecret(input) {
      const request = read(byId.extend({ ...value, ...about, ClientRequestToken: token }), input);
      const found = store.find(request.SecretId);
      const secret = {
        ...found,
        description: request.Description ?? found.description,
        kmsKeyId: request.KmsKeyId ?? found.kmsKeyId,
      };
      const content = contentOf(request);
      store.update(secret);
      return {
        ...answer(secret),
        VersionId: content && store.put(secret, content, request.ClientRequestToken).id,
      };
    },
    DescribeSecret(input) {
      const secret = store.find(read(byId, input).SecretId, true);
      return { ...describe(secret), VersionIdsToStages: stages(secret) };
    },
    ListSecrets(input) {
      const request = read(
        z.object({
          MaxResults: z.number().int().min(1).max(100).default(100),
          NextToken: z.string().optional(),
          IncludePlannedDeletion: z.boolean().default(false),
        }),
        input,
      );
      const after = request.NextToken ? Buffer.from(request.NextToken, 'base64url').toString() : '';
      const found = store.list(request.IncludePlannedDeletion).filter((secret) => secret.name > after);
      const shown = found.slice(0, request.MaxResults);
      return {
        SecretList: shown.map((secret) => ({ ...describe(secret), SecretVersionsToStages: stages(secret) })),
        NextToken:
          found.length > shown.length ? Buffer.from(shown.at(-1)!.name).toString('base64url') : undefined,
      };
    },
    ListSecretVersionIds(input) {
      const secret = store.find(read(byId, input).SecretId);
      return {
        ...answer(secret),
        Versions: store.versions(secret.arn).map(({ id, stages: labels, createdMs }) => ({
          VersionId: id,
          VersionStages: labels,
          CreatedDate: createdMs / 1000,
        })),
      };
    },
    DeleteSecret(input) {
      const request = read(
        byId.extend({
          RecoveryWindowInDays: z.number().int().min(7).max(30).optional(),
          ForceDeleteWithoutRecovery: z.boolean().default(false),
        }),
        input,
      );
      const secret = store.find(request.SecretId);
      if (request.ForceDeleteWithoutRecovery && request.RecoveryWindowInDays !== undefined)
        throw new AwsError(
          CODE,
          "You can't use ForceDeleteWithoutRecovery in conjunction with RecoveryWindowInDays.",
        );
      const now = store.now();
      const deleteAtMs = now + (request.RecoveryWindowInDays ?? 30) * DAY_MS;
      if (request.ForceDeleteWithoutRecovery) store.erase(secret.arn);
      else store.update({ ...secret, deletedMs: now, deleteAtMs });
      return {
        ...answer(secret),
        DeletionDate: (request.ForceDeleteWithoutRecovery ? now : deleteAtMs) / 1000,
      };
    },
    RestoreSecret(input) {
      const secret = store.find(read(byId, input).SecretId, true);
      store.update({ ...secret, deletedMs: undefined, deleteAtMs: undefined });
      return answer(secret);
    },
    TagResource(input) {
      const { SecretId, Tags } = read(byId.extend({ Tags: tags }), input);
      const secret = store.find(SecretId);
      const kept = secret.tags.filter(({ Key }) => !Tags.some((tag) => tag.Key === Key));
      store.update({ ...secret, tags: [...kept, ...Tags] });
    },
    UntagResource(input) {
      const { SecretId, TagKeys } = read(byId.extend({ TagKeys: z.array(z.string()) }), input);
      const secret = store.find(SecretId);
      store.update({ ...secret, tags: secret.tags.filter(({ Key }) => !TagKeys.includes(Key)) });
    },
    GetRandomPassword(input) {
      return { RandomPassword: randomPassword(read(passwordOptions, input)) };
    },
  };
}
