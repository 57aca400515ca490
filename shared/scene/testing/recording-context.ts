import type { SceneContext } from '../env.ts';

/** One thing a drawing did: a call with its arguments, or a property it set. */
export type Recorded = [name: string, ...values: unknown[]];

export interface Recording {
  ctx: SceneContext;
  calls: Recorded[];
  /** The calls of one name. */
  named(name: string): Recorded[];
  /** How many saves lack their restore; a drawing must leave 0. */
  depth(): number;
}

interface State {
  matrix: [number, number, number, number, number, number];
  values: Record<string, unknown>;
}

type Matrix = State['matrix'];

const multiply = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
];

/**
 * A canvas context for tests without a canvas: it keeps transforms and state as a real one does, measures
 * every character as half the font size wide, and writes down what is drawn.
 */
export function recordingContext(canvas = { width: 1920, height: 1080 }): Recording {
  const calls: Recorded[] = [];
  const stack: State[] = [];
  let state: State = { matrix: [1, 0, 0, 1, 0, 0], values: { globalAlpha: 1, font: '10px sans-serif' } };
  const fontSize = () => Number(/([\d.]+)px/.exec(String(state.values.font))?.[1] ?? 10);
  const transform = (matrix: Matrix) => {
    state.matrix = multiply(state.matrix, matrix);
  };
  const gradient =
    (name: string) =>
    (...values: number[]) => {
      const stops: [number, string][] = [];
      calls.push([name, ...values]);
      // The method is hidden, so that two recorded gradients are equal when their places and stops are.
      return Object.defineProperty({ kind: name, values, stops }, 'addColorStop', {
        value: (at: number, color: string) => stops.push([at, color]),
      });
    };
  const methods: Record<string, (...values: never[]) => unknown> = {
    save: () => stack.push({ matrix: [...state.matrix], values: { ...state.values } }),
    restore: () => {
      state = stack.pop() ?? state;
    },
    translate: (x: number, y: number) => transform([1, 0, 0, 1, x, y]),
    scale: (x: number, y: number) => transform([x, 0, 0, y, 0, 0]),
    rotate: (angle: number) =>
      transform([Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0]),
    setTransform: (...matrix: Matrix) => {
      state.matrix = matrix;
    },
    getTransform: () => {
      const [a, b, c, d, e, f] = state.matrix;
      return { a, b, c, d, e, f };
    },
    measureText: (text: string) => ({
      width:
        Array.from(text).length *
        (fontSize() / 2 + Number.parseFloat(String(state.values.letterSpacing ?? 0))),
      fontBoundingBoxAscent: fontSize() * 0.8,
      fontBoundingBoxDescent: fontSize() * 0.2,
    }),
    createLinearGradient: gradient('createLinearGradient'),
    createRadialGradient: gradient('createRadialGradient'),
    createConicGradient: gradient('createConicGradient'),
  };
  const silent = new Set(['measureText', 'getTransform']);
  const handler: ProxyHandler<object> = {
    get: (_, key) => {
      const name = String(key);
      if (name === 'canvas') return canvas;
      if (name in state.values) return state.values[name];
      return (...values: never[]) => {
        const gradientCall = name.endsWith('Gradient');
        if (!silent.has(name) && !gradientCall) calls.push([name, ...values]);
        return methods[name]?.(...values);
      };
    },
    set: (_, key, value) => {
      state.values[String(key)] = value;
      calls.push([String(key), value]);
      return true;
    },
  };
  return {
    ctx: new Proxy({}, handler) as SceneContext,
    calls,
    named: (name) => calls.filter(([called]) => called === name),
    depth: () => stack.length,
  };
}

/** Outside a browser there are no paths of their own: what draws one writes down that it does. */
globalThis.Path2D ??= class {
  readonly d: string;
  constructor(d = '') {
    this.d = d;
  }
} as unknown as typeof Path2D;
