import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { expect, it } from 'vitest';
import { wav, wavHead } from './wav.ts';

it('a WAV file is read back as it was written', async () => {
  const bytes = wav([Float32Array.of(0, 0.5, 2), Float32Array.of(-2, -0.5, 0)], 48_000);
  const samples = new Int16Array(bytes.buffer, wavHead);
  expect([...samples]).toEqual([0, -32767, 16384, -16383, 32767, 0]);
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const track = (await input.getPrimaryAudioTrack())!;
  expect({ codec: track.codec, rate: track.sampleRate, channels: track.numberOfChannels }).toEqual({
    codec: 'pcm-s16',
    rate: 48_000,
    channels: 2,
  });
  expect(await track.computeDuration()).toBeCloseTo(3 / 48_000, 8);
});
