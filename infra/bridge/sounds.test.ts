import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toneOf, wavOf } from '#infra/wav.ts';
import { isTelephoneWav } from '#shared/model/telephone-wav.ts';
import { fetchFile } from './fetch.ts';
import { e164Of } from './inbound.ts';
import { fetchSound, forgetSounds } from './sounds.ts';

test('only WAV of 8 kHz, mono and 16 bit is played', () => {
  const right = wavOf(toneOf(440, 0.1));
  expect(isTelephoneWav(right)).toBe(true);
  const fast = Buffer.from(right);
  fast.writeUInt32LE(22_050, 24);
  expect(isTelephoneWav(fast)).toBe(false);
  expect(isTelephoneWav(Buffer.from('RIFF'))).toBe(false);
});

test('numbers are read as carriers write them', () => {
  expect(['+15551234567', '15551234567', '5551234567', '4915112345678'].map(e164Of)).toEqual([
    '+15551234567',
    '+15551234567',
    '+15551234567',
    '+4915112345678',
  ]);
});

test('a fetched sound is kept while it is asked for, and forgotten after', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sounds-'));
  const file = wavOf(toneOf(440, 0.1));
  const server = createServer((_, answer) => answer.end(file)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const path = `${await fetchSound(folder, url)}.wav`;
    utimesSync(path, new Date(1_000), new Date(1_000));
    expect(`${await fetchSound(folder, url)}.wav`).toBe(path);
    forgetSounds(folder, 2_000);
    expect(existsSync(path)).toBe(true);
    utimesSync(path, new Date(1_000), new Date(1_000));
    forgetSounds(folder, 2_000);
    expect(existsSync(path)).toBe(false);
    await expect(fetchFile(url, file.length - 1)).rejects.toThrow('too large');
    expect(await fetchFile(url, file.length)).toEqual(file);
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});
