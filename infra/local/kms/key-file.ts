import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM: 12 bytes IV, 16 bytes tag, ciphertext. The IV is random, so one key serves 2^32 messages. */
export function seal(key: Buffer, plaintext: Uint8Array, associated: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(associated));
  const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** @throws Error when the key, the associated text or the bytes are not those that were sealed */
export function unseal(key: Buffer, sealed: Uint8Array, associated: string): Buffer {
  const bytes = Buffer.from(sealed);
  if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('The sealed bytes are too short.');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(associated));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}

/**
 * The key that everything secret in the local cloud hangs on, from `local.key` in the state folder
 * (base64, mode 0600), made at the first call. Whoever loses the file loses what it sealed.
 *
 * @throws Error when the file is not a key
 */
export function rootKey(stateDir: string): Buffer {
  if (stateDir === ':memory:') return randomBytes(KEY_BYTES);
  const file = join(stateDir, 'local.key');
  mkdirSync(stateDir, { recursive: true });
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    text = createKeyFile(file);
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES)
    throw new Error(`${file} does not hold a key of ${KEY_BYTES} bytes in base64.`);
  chmodSync(file, 0o600);
  return key;
}

/** Writes the whole file under another name first: a crash leaves no half key, and of two makers one wins. */
function createKeyFile(file: string): string {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const descriptor = openSync(draft, 'wx', 0o600);
  writeSync(descriptor, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(file, 'utf8');
}
