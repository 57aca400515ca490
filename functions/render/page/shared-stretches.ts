import type { EncodedPacket } from 'mediabunny';

/*
 * Videos of one scene that differ in their data alone: the frames between in which nothing of that data is seen are
 * the same in all of them. They are encoded once, as groups of pictures of their own, and taken over by the others.
 */

/** Shorter ones are not worth a key frame; frames. */
const worthFrames = 15;
/** Encoded frames that are kept, in bytes. */
const mostBytes = 256 * 1024 * 1024;

/** Frames in a row, `from` up to, but without, `to`: all of them general, or to be encoded for each video. */
export interface Stretch {
  from: number;
  to: number;
  /** Nothing is seen in which the videos differ. */
  isGeneral: boolean;
}

/** Divides frames into stretches. @param showsData whether a frame shows what differs */
export function stretchesOf(from: number, to: number, showsData: (frame: number) => boolean): Stretch[] {
  const runs: Stretch[] = [];
  for (let frame = from; frame < to; frame++) {
    const isGeneral = !showsData(frame);
    const last = runs.at(-1);
    if (last?.isGeneral === isGeneral) last.to = frame + 1;
    else runs.push({ from: frame, to: frame + 1, isGeneral });
  }
  const stretches: Stretch[] = [];
  for (const run of runs) {
    const isGeneral = run.isGeneral && run.to - run.from >= worthFrames;
    const last = stretches.at(-1);
    if (last && !last.isGeneral && !isGeneral) last.to = run.to;
    else stretches.push({ ...run, isGeneral });
  }
  return stretches;
}

/** Encoded stretches that are general. */
export class KeptStretches {
  readonly #packets = new Map<string, readonly EncodedPacket[]>();
  #bytes = 0;
  /** What a player is told of the stream that they are of. */
  meta: EncodedVideoChunkMetadata | undefined;

  get({ from, to, isGeneral }: Stretch): readonly EncodedPacket[] | undefined {
    return isGeneral ? this.#packets.get(`${from} ${to}`) : undefined;
  }

  /** Keeps the general stretches of a finished video. @param first the number of its first frame */
  keep(
    stretches: readonly Stretch[],
    first: number,
    video: { packets: readonly EncodedPacket[]; meta: EncodedVideoChunkMetadata | undefined },
  ): void {
    for (const stretch of stretches) {
      if (!stretch.isGeneral || this.get(stretch)) continue;
      const packets = video.packets.slice(stretch.from - first, stretch.to - first);
      const bytes = packets.reduce((sum, { data }) => sum + data.byteLength, 0);
      if (this.#bytes + bytes > mostBytes) continue;
      this.#packets.set(`${stretch.from} ${stretch.to}`, packets);
      this.#bytes += bytes;
      this.meta ??= video.meta;
    }
  }
}
