import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from './refusal.ts';

const mostBytes = 20_000_000;
const fetchMs = 10_000;

/** Whether a file is what Asterisk plays: WAV, 8 kHz, mono, 16 bit. */
export function isTelephoneWav(file: Buffer): boolean {
  return (
    file.length > 44 &&
    file.toString('latin1', 0, 4) === 'RIFF' &&
    file.toString('latin1', 8, 16) === 'WAVEfmt ' &&
    file.readUInt16LE(20) === 1 &&
    file.readUInt16LE(22) === 1 &&
    file.readUInt32LE(24) === 8_000 &&
    file.readUInt16LE(34) === 16
  );
}

/**
 * Fetches a sound, and answers the path that Asterisk plays it by, which has no ending.
 * @throws Refusal when it cannot be had, or is no sound of telephones
 */
export async function fetchSound(folder: string, url: string): Promise<string> {
  let file: Buffer;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(fetchMs) });
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
    if (Number(answer.headers.get('content-length') ?? 0) > mostBytes) throw new Error('too large');
    file = Buffer.from(await answer.arrayBuffer());
  } catch (error) {
    throw new Refusal('invalid_input', `The sound could not be fetched: ${(error as Error).message}.`);
  }
  if (file.length > mostBytes || !isTelephoneWav(file))
    throw new Refusal('invalid_input', 'The sound has to be WAV, 8 kHz, mono, 16 bit, and at most 20 MB.');
  const sounds = join(folder, 'sounds');
  mkdirSync(sounds, { recursive: true });
  const path = join(sounds, createHash('sha256').update(file).digest('hex').slice(0, 32));
  if (!existsSync(`${path}.wav`)) {
    writeFileSync(`${path}.part`, file);
    renameSync(`${path}.part`, `${path}.wav`);
  }
  return path;
}
