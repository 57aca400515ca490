import { describe, expect, it } from 'vitest';
import type { Element } from '#shared/model/content.ts';
import type { Scene, SceneEnv } from './env.ts';
import { FramePlan } from './frame-plan.ts';
import { newElement } from './registry.ts';
import { testEnv } from './testing/scene-env.ts';

const at = (t: number): SceneEnv => ({ ...testEnv(), t });
let made = 0;
const element = (type: string, layerOrder: number, change: Partial<Element> = {}): Element => ({
  ...newElement(type, { id: `elm_${++made}`, x: 0, y: 0, layerOrder }),
  ...change,
});
const scene = (...elements: Element[]): Scene => ({
  canvasSize: { width: 800, height: 600 },
  canvasBackground: { type: 'solid', color: '#ffffff' },
  elements,
});
const kinds = (runs: ReturnType<FramePlan['at']>) =>
  runs?.map(({ kind, layers }) => `${kind} ${layers.map(({ index }) => index).join('+')}`);

describe('what a frame is put together from', () => {
  it('is drawn once while nothing moves', () => {
    const plan = new FramePlan(scene(element('shape', 2), element('text', 1)), 30);
    expect(kinds(plan.at(at(0)))).toEqual(['still 0+1+2']);
    for (const t of [1 / 30, 1, 3000]) expect(plan.at(at(t))).toBeUndefined();
  });

  it('is flattened below, between and above what moves, and these keep their names', () => {
    const plan = new FramePlan(
      scene(
        element('text', 1),
        element('snow_animation', 2),
        element('shape', 3),
        element('text', 4),
        element('starfield', 5),
        element('button', 6),
      ),
      30,
    );
    const first = plan.at(at(0));
    expect(kinds(first)).toEqual(['still 0+1', 'live 2', 'still 3+4', 'live 5', 'still 6']);
    const stillKeys = (runs = first) => runs!.filter(({ kind }) => kind === 'still').map(({ key }) => key);
    expect(stillKeys(plan.at(at(1 / 30)))).toEqual(stillKeys());
  });

  it('changes each second with a clock, and by the clock alone', () => {
    const plan = new FramePlan(scene(element('text', 1), element('timer', 2)), 30);
    expect(plan.at(at(0))).toBeDefined();
    let drawn = 0;
    for (let frame = 1; frame < 90; frame++) if (plan.at(at(frame / 30))) drawn++;
    expect(drawn).toBe(2);
  });

  it('keeps at most a dozen bitmaps, however things are interleaved', () => {
    const elements = Array.from({ length: 100 }, (_, i) => element(i % 2 ? 'snow_animation' : 'text', i + 1));
    const runs = new FramePlan(scene(...elements), 30).at(at(0))!;
    expect(runs.filter(({ kind }) => kind === 'still').length).toBe(12);
    expect(runs.flatMap(({ layers }) => layers.map(({ index }) => index))).toEqual(
      Array.from({ length: 101 }, (_, i) => i),
    );
  });
});
