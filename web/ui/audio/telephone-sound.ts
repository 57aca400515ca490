import { telephoneRate, wavOf } from '#shared/sound/wav.ts';

/**
 * A sound of any kind that the browser plays (MP3, WAV, M4A …) as exchanges play it: WAV, 8 kHz, mono, 16 bit.
 * @throws Error with a sentence where it is no sound
 */
export async function toTelephoneSound(file: Blob): Promise<Blob> {
  const context = new OfflineAudioContext(1, 1, telephoneRate);
  // It is brought to the rate of the context as it is decoded.
  const sound = await context.decodeAudioData(await file.arrayBuffer()).catch(() => {
    throw new Error('This file is no sound that can be read. Please choose an MP3 or WAV file.');
  });
  const samples = new Float32Array(sound.length);
  for (let channel = 0; channel < sound.numberOfChannels; channel++)
    sound.getChannelData(channel).forEach((sample, at) => {
      samples[at]! += sample / sound.numberOfChannels;
    });
  return new Blob([wavOf(samples)], { type: 'audio/wav' });
}
