/** Bytes of a WAV file's head. */
export const wavHead = 44;

/** The head of a WAV file of 16-bit samples. @param frames samples of each channel */
export function wavHeader(frames: number, channels: number, sampleRate: number): DataView<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(wavHead));
  const text = (at: number, value: string) => {
    for (let i = 0; i < value.length; i++) view.setUint8(at + i, value.charCodeAt(i));
  };
  const bytes = frames * channels * 2;
  text(0, 'RIFF');
  view.setUint32(4, 36 + bytes, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * channels * 2, true);
  view.setUint16(32, channels * 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, bytes, true);
  return view;
}

/** A WAV file of 16-bit samples, from samples of -1 to 1. All channels are of one length. */
export function wav(channels: readonly Float32Array[], sampleRate: number): Uint8Array<ArrayBuffer> {
  const frames = channels[0]?.length ?? 0;
  const file = new Uint8Array(wavHead + frames * channels.length * 2);
  file.set(new Uint8Array(wavHeader(frames, channels.length, sampleRate).buffer));
  const samples = new Int16Array(file.buffer, wavHead);
  for (const [channel, values] of channels.entries())
    for (let i = 0, at = channel; i < frames; i++, at += channels.length)
      samples[at] = Math.round(Math.max(-1, Math.min(1, values[i]!)) * 32767);
  return file;
}
