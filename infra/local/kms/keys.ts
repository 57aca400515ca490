import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { AwsError, type Clock } from '../aws-json.ts';
import { type Database, openDatabase } from '../sqlite.ts';
import { rootKey, seal, unseal } from './key-file.ts';

const SCHEMA = `
CREATE TABLE IF NOT EXISTS keys (
  id TEXT PRIMARY KEY, description TEXT NOT NULL, enabled INTEGER NOT NULL, created_ms INTEGER NOT NULL, sealed BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS aliases (name TEXT PRIMARY KEY, key_id TEXT NOT NULL, created_ms INTEGER NOT NULL) STRICT;
`;

export type EncryptionContext = Record<string, string>;

export interface KeyRecord {
  id: string;
  arn: string;
  description: string;
  enabled: boolean;
  createdMs: number;
}

export interface KeyStoreOptions {
  stateDir: string;
  clock: Clock;
  region: string;
  accountId: string;
}

const FORMAT = 1;
const HEADER_BYTES = 17;
const invalidCiphertext = (): AwsError =>
  new AwsError('InvalidCiphertextException', 'The ciphertext is not valid.');

/** The context as bytes that do not depend on the order of its names. */
function associated(keyId: string, context: EncryptionContext): string {
  const pairs = Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([keyId, pairs]);
}

/** Keys, their aliases, and what is done with them. The material is sealed by the root key. */
export class KeyStore {
  readonly db: Database;
  private readonly root: Buffer;
  private readonly options: KeyStoreOptions;

  constructor(options: KeyStoreOptions) {
    this.options = options;
    const { stateDir } = options;
    this.root = rootKey(stateDir);
    this.db = openDatabase(stateDir === ':memory:' ? stateDir : join(stateDir, 'kms.db'), SCHEMA);
    const first = this.db.sql('SELECT id FROM keys LIMIT 1').get();
    if (first)
      try {
        this.material(String(first.id));
      } catch {
        this.db.close();
        throw new Error(
          `${join(stateDir, 'local.key')} is not the key that the state in ${stateDir} was sealed with.`,
        );
      }
  }

  private arn(resource: string): string {
    return `arn:aws:kms:${this.options.region}:${this.options.accountId}:${resource}`;
  }

  aliasArn(name: string): string {
    return this.arn(name);
  }

  create(description = ''): KeyRecord {
    const id = randomUUID();
    const sealed = seal(this.root, randomBytes(32), `kms:${id}`);
    this.db
      .sql('INSERT INTO keys (id, description, enabled, created_ms, sealed) VALUES (?, ?, 1, ?, ?)')
      .run(id, description, this.options.clock().getTime(), sealed);
    return this.find(id);
  }

  list(): KeyRecord[] {
    return this.db
      .sql('SELECT id FROM keys ORDER BY created_ms, id')
      .all()
      .map((row) => this.find(String(row.id)));
  }

  /**
   * A key by id, ARN, alias name or alias ARN. The aliases `alias/aws/…` of AWS's own keys come into
   * being when they are first used, as they do there.
   * @throws AwsError NotFoundException
   */
  find(reference: string): KeyRecord {
    let id = reference.replace(/^arn:aws:kms:[^:]*:[^:]*:(key\/)?/, '');
    if (id.startsWith('alias/')) {
      const alias = this.db.sql('SELECT key_id FROM aliases WHERE name = ?').get(id);
      if (!alias && id.startsWith('alias/aws/')) return this.ensure(id, `Key of ${id.slice(10)}`);
      if (!alias) throw new AwsError('NotFoundException', `Alias ${this.arn(id)} is not found.`);
      id = String(alias.key_id);
    }
    const row = this.db.sql('SELECT * FROM keys WHERE id = ?').get(id);
    if (!row) throw new AwsError('NotFoundException', `Key '${this.arn(`key/${id}`)}' does not exist`);
    return {
      id,
      arn: this.arn(`key/${id}`),
      description: String(row.description),
      enabled: row.enabled === 1,
      createdMs: Number(row.created_ms),
    };
  }

  /** The key behind an alias; both are made when the alias is not there. */
  ensure(alias: string, description?: string): KeyRecord {
    return this.db.transaction(() => {
      const known = this.db.sql('SELECT key_id FROM aliases WHERE name = ?').get(alias);
      if (known) return this.find(String(known.key_id));
      const key = this.create(description);
      this.setAlias(alias, key.id);
      return key;
    });
  }

  setAlias(name: string, keyId: string): void {
    this.db
      .sql(
        `INSERT INTO aliases (name, key_id, created_ms) VALUES (?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET key_id = excluded.key_id`,
      )
      .run(name, keyId, this.options.clock().getTime());
  }

  aliases(): { name: string; keyId: string; createdMs: number }[] {
    return this.db
      .sql('SELECT * FROM aliases ORDER BY name')
      .all()
      .map((row) => ({
        name: String(row.name),
        keyId: String(row.key_id),
        createdMs: Number(row.created_ms),
      }));
  }

  /** @returns whether it was there. */
  deleteAlias(name: string): boolean {
    return Number(this.db.sql('DELETE FROM aliases WHERE name = ?').run(name).changes) > 0;
  }

  setEnabled(id: string, enabled: boolean): void {
    this.db.sql('UPDATE keys SET enabled = ? WHERE id = ?').run(enabled ? 1 : 0, id);
  }

  private material(id: string): Buffer {
    const row = this.db.sql('SELECT sealed FROM keys WHERE id = ?').get(id);
    return unseal(this.root, row!.sealed as Uint8Array, `kms:${id}`);
  }

  private usable(reference: string): KeyRecord {
    const key = this.find(reference);
    if (!key.enabled) throw new AwsError('DisabledException', `${key.arn} is disabled.`);
    return key;
  }

  /** @throws AwsError NotFoundException, DisabledException */
  encrypt(
    reference: string,
    plaintext: Uint8Array,
    context: EncryptionContext = {},
  ): { key: KeyRecord; blob: Buffer } {
    const key = this.usable(reference);
    const sealed = seal(this.material(key.id), plaintext, associated(key.id, context));
    const id = Buffer.from(key.id.replaceAll('-', ''), 'hex');
    return { key, blob: Buffer.concat([Buffer.from([FORMAT]), id, sealed]) };
  }

  /** @throws AwsError InvalidCiphertextException, IncorrectKeyException, DisabledException */
  decrypt(
    blob: Uint8Array,
    context: EncryptionContext = {},
    reference?: string,
  ): { key: KeyRecord; plaintext: Buffer } {
    const bytes = Buffer.from(blob);
    if (bytes.length <= HEADER_BYTES || bytes[0] !== FORMAT) throw invalidCiphertext();
    const id = bytes.toString('hex', 1, HEADER_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    if (!this.db.sql('SELECT 1 FROM keys WHERE id = ?').get(id)) throw invalidCiphertext();
    if (reference !== undefined && this.find(reference).id !== id)
      throw new AwsError(
        'IncorrectKeyException',
        'The key ID in the request does not identify a CMK that can perform this operation.',
      );
    const key = this.usable(id);
    try {
      return {
        key,
        plaintext: unseal(this.material(id), bytes.subarray(HEADER_BYTES), associated(id, context)),
      };
    } catch {
      throw invalidCiphertext();
    }
  }

  close(): void {
    this.db.close();
  }
}
