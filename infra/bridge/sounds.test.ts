import { expect, test } from 'vitest';
import { toneOf, wavOf } from '#infra/wav.ts';
import { e164Of } from './inbound.ts';
import { isTelephoneWav } from './sounds.ts';

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
