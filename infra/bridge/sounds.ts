import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isTelephoneWav } from '#shared/model/telephone-wav.ts';
import { fetchFile } from './fetch.ts';
import { Refusal } from './refusal.ts';

const mostBytes = 20_000_000;

/** Fetches a sound. @throws Refusal when it cannot be had, or is no sound of telephones */
export async function readSound(url: string): Promise<Buffer> {
  const file = await fetchFile(url, mostBytes).catch((error: Error) => {
    throw new Refusal('invalid_input', `The sound could not be fetched: ${error.message}.`);
  });
  if (!isTelephoneWav(file))
    throw new Refusal('invalid_input', 'The sound has to be WAV, 8 kHz, mono, 16 bit, and at most 20 MB.');
  return file;
}

/** Puts a file in its place at once, so that who plays it meanwhile hears one or the other. */
function place(path: string, file: Buffer): void {
  writeFileSync(`${path}.part`, file);
  renameSync(`${path}.part`, `${path}.wav`);
}

const fetchedSounds = (folder: string): string => join(folder, 'sounds');

/**
 * Fetches a sound, and answers the path that Asterisk plays it by, which has no ending.
 * @throws Refusal when it cannot be had, or is no sound of telephones
 */
export async function fetchSound(folder: string, url: string): Promise<string> {
  const file = await readSound(url);
  const sounds = fetchedSounds(folder);
  mkdirSync(sounds, { recursive: true });
  const path = join(sounds, createHash('sha256').update(file).digest('hex').slice(0, 32));
  if (existsSync(`${path}.wav`)) utimesSync(`${path}.wav`, new Date(), new Date());
  else place(path, file);
  return path;
}

/** Removes fetched sounds that nobody has asked for since `before`, ms since 1970: they are fetched again where they are. */
export function forgetSounds(folder: string, before: number): void {
  const sounds = fetchedSounds(folder);
  if (!existsSync(sounds)) return;
  for (const name of readdirSync(sounds))
    if (statSync(join(sounds, name)).mtimeMs < before) rmSync(join(sounds, name));
}

/** Where a tenant's recordings lie that callers hear, each by its id. */
export const recordingsFolder = (folder: string, tenant: number): string =>
  join(folder, 'recordings', `t${tenant}`);

const recordingPath = (folder: string, tenant: number, recordingId: string): string =>
  join(recordingsFolder(folder, tenant), recordingId);

export const hasRecording = (folder: string, tenant: number, recordingId: string): boolean =>
  existsSync(`${recordingPath(folder, tenant, recordingId)}.wav`);

/** Fetches a recording that a tenant's callers hear and keeps it; answers its path. @throws Refusal */
export async function keepRecording(
  folder: string,
  tenant: number,
  recordingId: string,
  url: string,
): Promise<string> {
  const file = await readSound(url);
  const path = recordingPath(folder, tenant, recordingId);
  mkdirSync(dirname(path), { recursive: true });
  place(path, file);
  return path;
}

/** @returns false where there was none */
export function dropRecording(folder: string, tenant: number, recordingId: string): boolean {
  const file = `${recordingPath(folder, tenant, recordingId)}.wav`;
  if (!existsSync(file)) return false;
  rmSync(file);
  return true;
}
