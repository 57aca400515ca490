/**
 * Converts dots of a canvas (BGRX) to the planes of a video frame: I420 in BT.709 of limited range, which every
 * player shows with the right contrast. By WebAssembly's SIMD, 16 × 2 dots at a time; written here instruction by
 * instruction, as it is one function of two loops.
 */

/** Dots that are converted at a time, to a side: rows of both pictures begin at whole steps of it. */
const step = 16;

const {
  load,
  store,
  storeHalf,
  constant,
  shuffle,
  narrow,
  widenLow,
  widenHigh,
  times,
  plus,
  down,
  up,
  pairs,
} = {
  load: 0x00,
  store: 0x0b,
  constant: 0x0c,
  shuffle: 0x0d,
  storeHalf: 0x5b,
  narrow: 0x66,
  pairs: 0x7d,
  times: 0x82,
  up: 0x8b,
  down: 0x8d,
  plus: 0x8e,
  widenLow: 0x9e,
  widenHigh: 0x9f,
};

type Code = readonly number[];

/** LEB128. */
function leb(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; ) {
    const low = rest & 0x7f;
    rest >>= 7;
    const isLast = (rest === 0 && !(low & 0x40)) || (rest === -1 && (low & 0x40) !== 0);
    bytes.push(isLast ? low : low | 0x80);
    if (isLast) return bytes;
  }
}
const get = (local: number): Code => [0x20, ...leb(local)];
const set = (local: number): Code => [0x21, ...leb(local)];
const int = (value: number): Code => [0x41, ...leb(value)];
const add = (local: number, by: Code): Code => [...get(local), ...by, 0x6a, ...set(local)];
const simd = (operation: number, ...given: number[]): Code => [
  0xfd,
  ...(operation < 0x80 ? [operation] : [operation, 0x01]),
  ...given,
];
const all16 = (value: number): Code =>
  simd(constant, ...Array.from({ length: 16 }, (_, i) => (value >> (8 * (i % 2))) & 0xff));
const all8 = (value: number): Code => simd(constant, ...Array<number>(16).fill(value));
/** A loop over `body` for as long as the counter is not 0; both are at least 1. */
const loop = (counter: number, body: Code): Code => [
  ...[0x03, 0x40],
  ...body,
  ...add(counter, int(-1)),
  ...get(counter),
  ...[0x0d, 0x00, 0x0b],
];

/** The function's parameters, then its other locals. */
const [source, stride, luma, lumaStride, u, v, chromaStride, columns, rows] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
] as const;
const [at, atLuma, atU, atV, left, next] = [9, 10, 11, 12, 13, 14] as const;
const ints = 6;
/** Blue, green and red of 16 dots, of the upper row and of the lower one; then two of passing use. */
const [upper, lower, near, far] = [15, 18, 21, 22] as const;
const vectors = 8;

/** 15 bits behind the point. @see ITU-R BT.709, 3.2 and 3.4: of the 219 and 224 steps from 16 on */
const weights = { y: [2032, 20127, 5983], u: [14392, -11094, -3298], v: [-1319, -13073, 14392] } as const;
/** Samples have 7 bits behind the point; half a step is added for rounding. */
const base = { y: 16.5 * 128, u: 128.5 * 128, v: 128.5 * 128 };

/** 16 dots at `from`, sorted by colour into `to` and the two locals after it. */
function sorted(from: number, to: number): Code {
  const pick = (...lanes: number[][]) => simd(shuffle, ...lanes.flat());
  const every4th = (from: number) => [from, from + 4, from + 8, from + 12];
  const eight = (from: number) => Array.from({ length: 8 }, (_, i) => from + i);
  const loaded = (n: number) => [...get(from), ...simd(load, 4, ...leb(n * 16))];
  return [
    ...[
      ...loaded(0),
      ...loaded(1),
      ...pick(every4th(0), every4th(16), every4th(1), every4th(17)),
      ...set(near),
    ],
    ...[
      ...loaded(2),
      ...loaded(3),
      ...pick(every4th(0), every4th(16), every4th(1), every4th(17)),
      ...set(far),
    ],
    ...[...get(near), ...get(far), ...pick(eight(0), eight(16)), ...set(to)],
    ...[...get(near), ...get(far), ...pick(eight(8), eight(24)), ...set(to + 1)],
    ...[...loaded(0), ...loaded(1), ...pick(every4th(2), every4th(18), every4th(2), every4th(18))],
    ...[...loaded(2), ...loaded(3), ...pick(every4th(2), every4th(18), every4th(2), every4th(18))],
    ...[...pick(eight(0), eight(16)), ...set(to + 2)],
  ];
}

/** The weighted sum of three colours of 8 dots, each with 7 bits behind the point, as whole numbers. */
function weighed(plane: keyof typeof weights, colour: (i: number) => Code): Code {
  const terms = [0, 1, 2].flatMap((i) => [
    ...colour(i),
    ...all16(weights[plane][i]!),
    ...simd(times),
    ...simd(plus),
  ]);
  return [...all16(base[plane]), ...terms, ...int(7), ...simd(down)];
}

const lumaOf = (row: number, address: Code): Code => [
  ...address,
  ...[widenLow, widenHigh].flatMap((widen) =>
    weighed('y', (i) => [...get(row + i), ...all8(128), ...simd(widen)]),
  ),
  ...[...simd(narrow), ...simd(store, 0, 0)],
];

const chromaOf = (plane: 'u' | 'v', address: number): Code => [
  ...get(address),
  ...weighed(plane, (i) => get(upper + i)),
  ...[...get(near), ...simd(narrow), ...simd(storeHalf, 0, 0, 0)],
];

const block: Code = [
  ...sorted(at, upper),
  ...[...get(at), ...get(stride), 0x6a, ...set(next)],
  ...sorted(next, lower),
  ...lumaOf(upper, get(atLuma)),
  ...lumaOf(lower, [...get(atLuma), ...get(lumaStride), 0x6a]),
  // Colour is the mean of 2 × 2 dots: their sum has 2 bits behind the point already.
  ...[0, 1, 2].flatMap((i) => [
    ...[...get(upper + i), ...simd(pairs), ...get(lower + i), ...simd(pairs), ...simd(plus)],
    ...[...int(5), ...simd(up), ...set(upper + i)],
  ]),
  ...chromaOf('u', atU),
  ...chromaOf('v', atV),
  ...[
    ...add(at, int(4 * step)),
    ...add(atLuma, int(step)),
    ...add(atU, int(step / 2)),
    ...add(atV, int(step / 2)),
  ],
];

const rowPair: Code = [
  ...[source, luma, u, v, columns].flatMap((from, i) => [
    ...get(from),
    ...set([at, atLuma, atU, atV, left][i]!),
  ]),
  ...loop(left, block),
  ...[...add(source, get(stride)), ...add(source, get(stride))],
  ...[...add(luma, get(lumaStride)), ...add(luma, get(lumaStride))],
  ...[...add(u, get(chromaStride)), ...add(v, get(chromaStride))],
];

function module(): Uint8Array<ArrayBuffer> {
  const section = (id: number, ...body: number[]) => [id, ...leb(body.length), ...body];
  const name = (text: string) => [text.length, ...new TextEncoder().encode(text)];
  const body = [2, ints, 0x7f, vectors, 0x7b, ...loop(rows, rowPair), 0x0b];
  return new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 1, 0x60, 9, ...Array<number>(9).fill(0x7f), 0),
    ...section(2, 1, ...name('m'), ...name('m'), 2, 0, 1),
    ...section(3, 1, 0),
    ...section(7, 1, ...name('f'), 0, 0),
    ...section(10, 1, ...leb(body.length), ...body),
  ]);
}

/** The places and row lengths in bytes of the dots and the three planes, then columns and rows in steps and pairs. */
export type Convert = (
  ...given: [
    dots: number,
    stride: number,
    y: number,
    yStride: number,
    u: number,
    v: number,
    chromaStride: number,
    columns: number,
    rowPairs: number,
  ]
) => void;

/** Converts within a memory. */
export function converterIn(memory: WebAssembly.Memory): Convert {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module()), { m: { m: memory } });
  return exports.f as Convert;
}

const up16 = (value: number) => Math.ceil(value / step) * step;
const page = 65_536;

/** The picture of a canvas as the planes of a video frame. */
export class YuvPicture {
  readonly #width: number;
  readonly #height: number;
  readonly #stride: number;
  /** The planes' places in the memory, after the dots. */
  readonly #planes: readonly [number, number, number];
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #convert: Convert;

  static #last: YuvPicture | undefined;

  /** The one used last if it has this size: a page encodes one video after another, and each memory reserves much. */
  static ofSize(width: number, height: number): YuvPicture {
    const last = YuvPicture.#last;
    if (last && last.#width === width && last.#height === height) return last;
    YuvPicture.#last = new YuvPicture(width, height);
    return YuvPicture.#last;
  }

  /** Both even. @throws RangeError when it does not fit into memory */
  private constructor(width: number, height: number) {
    const stride = up16(width);
    const dots = stride * height;
    const memory = new WebAssembly.Memory({ initial: Math.ceil((dots * 5.5) / page) });
    this.#width = width;
    this.#height = height;
    this.#stride = stride;
    this.#planes = [dots * 4, dots * 5, dots * 5.25];
    this.#bytes = new Uint8Array(memory.buffer as ArrayBuffer);
    this.#convert = converterIn(memory);
  }

  /** Takes what the canvas shows. */
  async take(canvas: HTMLCanvasElement): Promise<void> {
    const stride = this.#stride;
    // Closed before the canvas is drawn on again, so that nothing is copied for this.
    const shown = new VideoFrame(canvas, { timestamp: 0, alpha: 'discard' });
    try {
      const layout = [{ offset: 0, stride: stride * 4 }];
      await shown.copyTo(this.#bytes, { format: 'BGRX', layout });
    } finally {
      shown.close();
    }
    const [luma, u, v] = this.#planes;
    this.#convert(0, stride * 4, luma, stride, u, v, stride / 2, stride / step, this.#height / 2);
  }

  /** What was taken, as a frame of its own. */
  frame(timestamp: number, duration: number): VideoFrame {
    const [luma, u, v] = this.#planes;
    return new VideoFrame(this.#bytes.subarray(luma), {
      format: 'I420',
      codedWidth: this.#width,
      codedHeight: this.#height,
      layout: [
        { offset: 0, stride: this.#stride },
        { offset: u - luma, stride: this.#stride / 2 },
        { offset: v - luma, stride: this.#stride / 2 },
      ],
      colorSpace: { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false },
      timestamp,
      duration,
    });
  }
}
