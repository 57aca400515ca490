import { expect, it } from 'vitest';
import { labelAsBt709, labelConfiguration } from './h264-sps.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (value: Uint8Array) => Buffer.from(value).toString('hex');

// As the renderer's Chromium writes it for 320 × 180: full range, BT.709, the sRGB curve (13), BT.709.
const chromium = '67640c14ac18d02832f3cdc0434041e1108d40';
const labelled = '67640c14ac18d02832f3cd40404041e1108d40';

it('a parameter set says limited-range BT.709 and nothing else changes', () => {
  expect(hex(labelAsBt709(bytes(chromium)))).toBe(labelled);
  expect(hex(labelAsBt709(bytes(labelled)))).toBe(labelled);
  const bits = (value: string) => BigInt(`0x${value}`).toString(2);
  const changed = [...bits(chromium)].filter((bit, i) => bit !== bits(labelled)[i]);
  // The range, and 13 to 1 for the curve: one bit and two.
  expect(changed).toHaveLength(3);
});

it('one that says nothing of colour stays as it is', () => {
  const plain = bytes('6742c01eda0280f6c0');
  expect(hex(labelAsBt709(plain))).toBe(hex(plain));
});

it('the decoder configuration keeps its form', () => {
  const pps = '68ce3c80';
  const record = (sps: string) => `01640c14ffe10013${sps}010004${pps}`;
  expect(hex(labelConfiguration(bytes(record(chromium))))).toBe(record(labelled));
});
