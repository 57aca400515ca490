import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { AwsError, type Clock } from '../aws-json.ts';
import { rootKey, seal, unseal } from '../kms/key-file.ts';
import { type Database, openDatabase } from '../sqlite.ts';
import { randomPassword } from './random-password.ts';

const SCHEMA = `
CREATE TABLE IF NOT EXISTS secrets (
  name TEXT PRIMARY KEY, arn TEXT NOT NULL UNIQUE, description TEXT, kms_key_id TEXT, tags TEXT NOT NULL,
  created_ms INTEGER NOT NULL, changed_ms INTEGER NOT NULL, deleted_ms INTEGER, delete_at_ms INTEGER
) STRICT;
CREATE TABLE IF NOT EXISTS versions (
  arn TEXT NOT NULL, id TEXT NOT NULL, stages TEXT NOT NULL, is_binary INTEGER NOT NULL, sealed BLOB NOT NULL,
  created_ms INTEGER NOT NULL, PRIMARY KEY (arn, id)
) STRICT;
`;

export interface SecretRecord {
  name: string;
  arn: string;
  description?: string;
  kmsKeyId?: string;
  tags: { Key: string; Value: string }[];
  createdMs: number;
  changedMs: number;
  deletedMs?: number;
  /** When a deleted secret goes for good. */
  deleteAtMs?: number;
}

export interface SecretVersion {
  id: string;
  stages: string[];
  createdMs: number;
}

export type SecretContent = { SecretString: string } | { SecretBinary: string };

const CURRENT = 'AWSCURRENT';
const PREVIOUS = 'AWSPREVIOUS';
/** Largest secret, in bytes. */
const MAX_SECRET_BYTES = 65_536;

export interface SecretStoreOptions {
  stateDir: string;
  clock: Clock;
  region: string;
  accountId: string;
}

const notFound = (): AwsError =>
  new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");

/** Secrets and their versions, sealed by the root key under their ARN and version. */
export class SecretStore {
  readonly db: Database;
  private readonly root: Buffer;
  private readonly options: SecretStoreOptions;

  constructor(options: SecretStoreOptions) {
    this.options = options;
    const { stateDir } = options;
    this.root = rootKey(stateDir);
    this.db = openDatabase(stateDir === ':memory:' ? stateDir : join(stateDir, 'secretsmanager.db'), SCHEMA);
  }

  now(): number {
    return this.options.clock().getTime();
  }

  /** By name, ARN, or ARN without its six random characters. @throws AwsError ResourceNotFoundException */
  find(reference: string, withDeleted = false): SecretRecord {
    const row = this.db
      .sql('SELECT * FROM secrets WHERE name = :ref OR arn = :ref OR substr(arn, 1, length(arn) - 7) = :ref')
      .get({ ref: reference });
    const record = row && this.record(row);
    if (!record || (record.deleteAtMs !== undefined && record.deleteAtMs <= this.now())) throw notFound();
    if (record.deletedMs !== undefined && !withDeleted)
      throw new AwsError(
        'InvalidRequestException',
        'You can’t perform this operation on the secret because it was marked for deletion.',
      );
    return record;
  }

  private record(row: Record<string, unknown>): SecretRecord {
    const text = (value: unknown) => (value === null ? undefined : String(value));
    const time = (value: unknown) => (value === null ? undefined : Number(value));
    return {
      name: String(row.name),
      arn: String(row.arn),
      description: text(row.description),
      kmsKeyId: text(row.kms_key_id),
      tags: JSON.parse(String(row.tags)),
      createdMs: Number(row.created_ms),
      changedMs: Number(row.changed_ms),
      deletedMs: time(row.deleted_ms),
      deleteAtMs: time(row.delete_at_ms),
    };
  }

  /** Secrets in order of their names; those marked for deletion only when asked for. */
  list(withDeleted: boolean): SecretRecord[] {
    const now = this.now();
    return this.db
      .sql('SELECT * FROM secrets ORDER BY name')
      .all()
      .map((row) => this.record(row))
      .filter((secret) => secret.deletedMs === undefined || (withDeleted && secret.deleteAtMs! > now));
  }

  /** @throws AwsError ResourceExistsException, InvalidRequestException while a deleted one waits */
  create(name: string, more: Partial<Pick<SecretRecord, 'description' | 'kmsKeyId' | 'tags'>>): SecretRecord {
    const now = this.now();
    this.db.sql('DELETE FROM secrets WHERE delete_at_ms <= ?').run(now);
    const existing = this.db.sql('SELECT deleted_ms FROM secrets WHERE name = ?').get(name);
    if (existing?.deleted_ms != null)
      throw new AwsError(
        'InvalidRequestException',
        "You can't create this secret because a secret with this name is already scheduled for deletion.",
      );
    if (existing)
      throw new AwsError(
        'ResourceExistsException',
        `The operation failed because the secret ${name} already exists.`,
      );
    const suffix = randomPassword({
      PasswordLength: 6,
      ExcludeCharacters: '',
      ExcludeNumbers: false,
      ExcludePunctuation: true,
      ExcludeUppercase: false,
      ExcludeLowercase: false,
      IncludeSpace: false,
      RequireEachIncludedType: false,
    });
    const arn = `arn:aws:secretsmanager:${this.options.region}:${this.options.accountId}:secret:${name}-${suffix}`;
    this.db
      .sql(
        `INSERT INTO secrets (name, arn, description, kms_key_id, tags, created_ms, changed_ms) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        name,
        arn,
        more.description ?? null,
        more.kmsKeyId ?? null,
        JSON.stringify(more.tags ?? []),
        now,
        now,
      );
    return this.find(name);
  }

  update(secret: SecretRecord): void {
    this.db
      .sql(
        `UPDATE secrets SET description = ?, kms_key_id = ?, tags = ?, changed_ms = ?, deleted_ms = ?, delete_at_ms = ? WHERE arn = ?`,
      )
      .run(
        secret.description ?? null,
        secret.kmsKeyId ?? null,
        JSON.stringify(secret.tags),
        this.now(),
        secret.deletedMs ?? null,
        secret.deleteAtMs ?? null,
        secret.arn,
      );
  }

  erase(arn: string): void {
    this.db.transaction(() => {
      this.db.sql('DELETE FROM versions WHERE arn = ?').run(arn);
      this.db.sql('DELETE FROM secrets WHERE arn = ?').run(arn);
    });
  }

  versions(arn: string): SecretVersion[] {
    return this.db
      .sql('SELECT id, stages, created_ms FROM versions WHERE arn = ? ORDER BY created_ms, rowid')
      .all(arn)
      .map((row) => ({
        id: String(row.id),
        stages: JSON.parse(String(row.stages)),
        createdMs: Number(row.created_ms),
      }));
  }

  setStages(arn: string, id: string, stages: string[]): void {
    this.db
      .sql('UPDATE versions SET stages = ? WHERE arn = ? AND id = ?')
      .run(JSON.stringify(stages), arn, id);
  }

  /** Takes stages from the versions that have them; the old current version becomes the previous one. */
  private takeStages(arn: string, stages: string[]): void {
    const versions = this.versions(arn);
    const demoted = stages.includes(CURRENT)
      ? versions.find((version) => version.stages.includes(CURRENT))
      : undefined;
    for (const version of versions) {
      let kept = version.stages.filter(
        (stage) => !stages.includes(stage) && !(demoted && stage === PREVIOUS),
      );
      if (version === demoted) kept = [...kept, PREVIOUS];
      this.setStages(arn, version.id, kept);
    }
  }

  /**
   * Adds a version; the same token with the same content is answered as before.
   * @throws AwsError ResourceExistsException, InvalidParameterException
   */
  put(
    secret: SecretRecord,
    content: SecretContent,
    token: string = randomUUID(),
    stages = [CURRENT],
  ): SecretVersion {
    const isBinary = 'SecretBinary' in content;
    const bytes = isBinary ? Buffer.from(content.SecretBinary, 'base64') : Buffer.from(content.SecretString);
    if (bytes.length > MAX_SECRET_BYTES)
      throw new AwsError('InvalidParameterException', `A secret has at most ${MAX_SECRET_BYTES} bytes.`);
    return this.db.transaction(() => {
      const known = this.versions(secret.arn).find(({ id }) => id === token);
      if (known) {
        if (JSON.stringify(this.read(secret.arn, token)) === JSON.stringify(content)) return known;
        throw new AwsError(
          'ResourceExistsException',
          `You can't use ClientRequestToken ${token} because that value is already in use for a version of this secret.`,
        );
      }
      const all =
        this.versions(secret.arn).length === 0 && !stages.includes(CURRENT) ? [...stages, CURRENT] : stages;
      this.takeStages(secret.arn, all);
      this.db
        .sql(
          'INSERT INTO versions (arn, id, stages, is_binary, sealed, created_ms) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .run(
          secret.arn,
          token,
          JSON.stringify(all),
          isBinary ? 1 : 0,
          seal(this.root, bytes, `secret:${secret.arn}:${token}`),
          this.now(),
        );
      this.update(secret);
      return this.versions(secret.arn).find(({ id }) => id === token)!;
    });
  }

  read(arn: string, id: string): SecretContent {
    const row = this.db.sql('SELECT is_binary, sealed FROM versions WHERE arn = ? AND id = ?').get(arn, id);
    const bytes = unseal(this.root, row!.sealed as Uint8Array, `secret:${arn}:${id}`);
    return row!.is_binary === 1
      ? { SecretBinary: bytes.toString('base64') }
      : { SecretString: bytes.toString('utf8') };
  }

  /** @throws AwsError ResourceNotFoundException when no version has this id and stage */
  version(secret: SecretRecord, id?: string, stage = id === undefined ? CURRENT : undefined): SecretVersion {
    const found = this.versions(secret.arn).find(
      (version) =>
        (id === undefined || version.id === id) && (stage === undefined || version.stages.includes(stage)),
    );
    if (!found)
      throw new AwsError(
        'ResourceNotFoundException',
        `Secrets Manager can't find the specified secret value for ${stage ? `staging label: ${stage}` : `VersionId: ${id}`}`,
      );
    return found;
  }

  close(): void {
    this.db.close();
  }
}
