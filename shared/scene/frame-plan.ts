import { inLayerOrder } from '#shared/model/layers.ts';
import type { Scene, SceneEnv } from './env.ts';
import { stillUntil } from './stillness.ts';

/** What a frame is put together from, back to front: the background and the elements. */
export interface Layer {
  /** 0 for the background, then the elements in layer order. */
  index: number;
  /** Its picture changes at this time; the time of the frame while it moves. */
  until: number;
}

/** Neighbouring layers that are drawn as one: flattened to a bitmap once, or drawn again in every frame. */
export interface Run {
  kind: 'still' | 'live';
  layers: readonly Layer[];
  /**
   * Names the picture of a still run: the same key, the same picture, whichever frames were drawn before. A layer
   * that stays until a moment shows one picture until then.
   */
  key: string;
  /** Whether none of its layers shows data, so that its picture is the same for other data. */
  isGeneral: boolean;
}

/** A layer is flattened when it stays as it is for at least this many frames; else drawing it is cheaper. */
const worthFrames = 4;
/** Bitmaps of one scene; each may be as large as the frame. What lies above the last is drawn live. */
const maxStillRuns = 12;

/**
 * Tells for each frame what has to be drawn: nothing, while no layer changes; else runs of layers, of which the
 * still ones can be kept as bitmaps.
 */
export class FramePlan {
  readonly #scenes: readonly Scene[];
  readonly #layers: Layer[];
  readonly #frameSeconds: number;
  readonly #showsData: (index: number) => boolean;

  /** @param showsData which layers depend on data; runs do not mix them with others. None unless told. */
  constructor(scene: Scene, fps: number, showsData: (index: number) => boolean = () => false) {
    this.#showsData = showsData;
    const { canvasSize, canvasBackground } = scene;
    const plain = { type: 'solid', color: '#ffffff' } as const;
    this.#scenes = [
      { canvasSize, canvasBackground, elements: [] },
      ...inLayerOrder(scene.elements).map((element) => ({
        canvasSize,
        canvasBackground: plain,
        elements: [element],
      })),
    ];
    this.#layers = this.#scenes.map((_, index) => ({ index, until: Number.NEGATIVE_INFINITY }));
    this.#frameSeconds = 1 / fps;
  }

  /**
   * The runs to draw at env.t, or undefined when the picture is the one of the last call. Times only go forward;
   * frames may be left out.
   */
  at(env: SceneEnv): Run[] | undefined {
    let changed = false;
    // A millionth of a second: times of frames are not exact.
    const now = env.t + 1e-6;
    for (const layer of this.#layers) {
      if (layer.until > now) continue;
      layer.until = stillUntil(this.#scenes[layer.index]!, env);
      changed = true;
    }
    return changed ? this.#runs(env.t) : undefined;
  }

  #runs(t: number): Run[] {
    const worth = t + worthFrames * this.#frameSeconds;
    const runs: { kind: Run['kind']; isGeneral: boolean; layers: Layer[] }[] = [];
    let stills = 0;
    for (const layer of this.#layers) {
      const last = runs.at(-1);
      const isGeneral = !this.#showsData(layer.index);
      const goesOn = last?.kind === 'still' && last.isGeneral === isGeneral;
      const isStill = layer.until >= worth && (goesOn || stills < maxStillRuns);
      const kind = isStill ? 'still' : 'live';
      if (last?.kind === kind && (goesOn || !isStill)) last.layers.push(layer);
      else {
        runs.push({ kind, isGeneral, layers: [layer] });
        if (isStill) stills++;
      }
    }
    return runs.map(({ kind, isGeneral, layers }) => ({
      kind,
      isGeneral,
      layers,
      key: layers.map(({ index, until }) => `${index}:${until}`).join(' '),
    }));
  }
}
