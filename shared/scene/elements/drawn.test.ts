import { describe, expect, it } from 'vitest';
import { drawElement, sceneTextLines } from '../draw.ts';
import type { Drawable } from '../element-type.ts';
import type { SceneEnv } from '../env.ts';
import { drawableOf, elementTypeNamed, propertyProblems } from '../registry.ts';
import { recordingContext } from '../testing/recording-context.ts';
import { testElement, testEnv, testImage } from '../testing/scene-env.ts';
import { neededTextHeight, type TextContent } from './text-base.ts';

const drawnBy = (type: string, properties = {}, env = testEnv()) => {
  const recording = recordingContext();
  drawElement(recording.ctx, testElement(type, { properties }), env);
  return recording;
};

describe('a video on a canvas that stands still', () => {
  const src = '/media/1/tour.webm';
  const poster = '/media/1/poster.png';
  const frame = testImage(320, 180);
  const withFrames = (answer: SceneEnv['assets']['frame']) =>
    testEnv({
      assets: {
        image: () => testImage(1, 1),
        framesStandStill: true,
        ...(answer && { frame: answer }),
      },
    });
  const wordsOf = (env: SceneEnv) =>
    sceneTextLines(
      recordingContext().ctx,
      {
        canvasSize: { width: 900, height: 900 },
        canvasBackground: { type: 'solid', color: '#fff' },
        elements: [testElement('video', { properties: { src, controls: false } })],
      },
      env,
    ).map(({ text }) => text);

  it('shows a frame of it', () => {
    const recording = drawnBy(
      'video',
      { src },
      withFrames(() => frame),
    );
    expect(recording.named('drawImage').map(([, image]) => image)).toEqual([frame.image]);
  });

  it('shows its poster where it has one, and asks for no frame', () => {
    let asked = 0;
    const env = withFrames(() => {
      asked++;
      return frame;
    });
    const recording = drawnBy('video', { src, poster }, env);
    expect(recording.named('drawImage')).toHaveLength(1);
    expect(asked).toBe(0);
  });

  it('is named where no frame can be had', () => {
    expect(wordsOf(withFrames(() => undefined))).toEqual(['Video']);
  });
});

it('a shape is drawn as each of its sixteen kinds, within its box', () => {
  const field = elementTypeNamed('shape').form.find(({ key }) => key === 'shape');
  const kinds = field?.kind === 'select' ? field.options.map(({ value }) => value) : [];
  expect(kinds).toHaveLength(16);
  const outlines = kinds.map((shape) => {
    const recording = drawnBy('shape', { shape });
    expect(recording.named('fill')).toHaveLength(1);
    const corners = recording.named('arcTo').flatMap(([, x, y]) => [x as number, y as number]);
    for (const corner of corners) expect(corner >= -0.001 && corner <= 200.001).toBe(true);
    return JSON.stringify(recording.calls);
  });
  expect(new Set(outlines).size).toBe(16);
});

describe('a line', () => {
  it('is dashed as it is told, and has a mark at each end that wants one', () => {
    const plain = drawnBy('line');
    expect([plain.named('stroke').length, plain.named('fill').length]).toEqual([1, 0]);
    const both = drawnBy('line', { start: 'circle', end: 'triangle', dash: 'dashed', weight: 5 });
    expect(both.named('fill')).toHaveLength(2);
    expect(both.named('setLineDash')[0]).toEqual(['setLineDash', [15, 10]]);
  });
});

describe('an icon', () => {
  it('is drawn by the path that it carries, filled where it has such a form', () => {
    const icon = { name: 'dot', outline: 'M1 1l2 2', filled: 'M1 1h2v2z' };
    const pathOf = (call: unknown[] | undefined) => (call?.[1] as { d?: string } | undefined)?.d;
    expect(pathOf(drawnBy('icon', { icon }).named('stroke')[0])).toBe('M1 1l2 2');
    expect(pathOf(drawnBy('icon', { icon, look: 'filled' }).named('fill')[0])).toBe('M1 1h2v2z');
    const outlined = { ...icon, filled: '' };
    expect(pathOf(drawnBy('icon', { icon: outlined, look: 'filled' }).named('stroke')[0])).toBe('M1 1l2 2');
  });

  it('takes nothing but paths', () => {
    const icon = { name: 'x', outline: '"/><script>', filled: '' };
    expect(propertyProblems(testElement('icon', { properties: { icon } }))).not.toEqual([]);
  });
});

it('a text needs the height of its lines and what is around them', () => {
  const needed = (text: string, padding = 0) => {
    const element = testElement('text', {
      properties: { text },
      styles: { fontSize: 20, lineHeight: 1.5, padding },
    });
    const drawable = drawableOf(element, 1) as unknown as Drawable<TextContent>;
    return neededTextHeight(recordingContext().ctx, drawable, testEnv());
  };
  expect(needed('One')).toBe(30);
  expect(needed('One\nTwo\nThree')).toBe(90);
  expect(needed('One', 12)).toBe(54);
});
