import { describe, expect, it } from 'vitest';
import { audioProblem, peaksOf, seekOf, timeText } from './waveform.ts';

describe('a waveform', () => {
  it('shows each stretch by its loudest sample, against the loudest of all', () => {
    expect(peaksOf(Float32Array.of(0, 0.25, -0.5, 0.1), 2)).toEqual([0.5, 1]);
  });

  it('of silence, and of nothing, is flat', () => {
    expect(peaksOf(new Float32Array(8), 2)).toEqual([0, 0]);
    expect(peaksOf(new Float32Array(0), 3)).toEqual([0, 0, 0]);
  });
});

it.each([
  [2, 'Network error. The file may be blocked by its server (cross-origin).'],
  [3, 'This audio format is not supported.'],
  [4, 'The audio was not found or is not supported.'],
  [1, 'Failed to load audio. Please try again.'],
  [undefined, 'Failed to load audio. Please try again.'],
])('the error %s of an audio element reads “%s”', (code, sentence) => {
  expect(audioProblem(code)).toBe(sentence);
});

it.each([
  ['ArrowRight', 15],
  ['ArrowLeft', 5],
  ['PageUp', 40],
  ['PageDown', 0],
  ['Home', 0],
  ['End', 60],
  ['a', undefined],
])('%s seeks from 10 s of 60 s to %s', (key, to) => {
  expect(seekOf(key, 10, 60)).toBe(to);
});

it.each([
  [0, '0:00'],
  [65.9, '1:05'],
  [3_723, '1:02:03'],
])('%d s read %s', (seconds, text) => {
  expect(timeText(seconds)).toBe(text);
});
