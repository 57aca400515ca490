import { describe, expect, it } from 'vitest';
import { animationTypes, easingNames, elementAnimation } from '#shared/model/animation.ts';
import type { Element, ElementAnimation } from '#shared/model/content.ts';
import { drawElement, isAnimated } from '../draw.ts';
import type { Scene } from '../env.ts';
import { animatedUntil, stillUntil } from '../stillness.ts';
import { recordingContext } from '../testing/recording-context.ts';
import { testElement, testEnv } from '../testing/scene-env.ts';
import { easings } from './easing.ts';
import { type Motion, motionAt } from './motion.ts';
import { animationDefaults, progressAt, timed } from './timing.ts';

const size = { width: 200, height: 100 };
const rest: Motion = { opacity: 1, x: 0, y: 0, scaleX: 1, scaleY: 1, rotation: 0 };
const at = (t: number, ...animations: ElementAnimation[]) => motionAt({ animations, size }, t);
const element = (...animations: ElementAnimation[]): Element => testElement('shape', { size, animations });
const sceneOf = (...elements: Element[]): Scene => ({
  canvasSize: { width: 1920, height: 1080 },
  canvasBackground: { type: 'solid', color: '#ffffff' },
  elements,
});

describe('easings', () => {
  it.each(easingNames)('%s goes from 0 to 1', (name) => {
    expect(easings[name](0)).toBeCloseTo(0, 3);
    expect(easings[name](1)).toBeCloseTo(1, 3);
    for (let share = 0; share <= 1; share += 0.05) expect(Math.abs(easings[name](share))).toBeLessThan(1.4);
  });

  it('follow CSS and easings.net', () => {
    expect(easings.ease(0.5)).toBeCloseTo(0.8024, 3);
    expect(easings['ease-in-out'](0.25)).toBeCloseTo(0.1291, 3);
    expect(easings.easeOutCubic(0.5)).toBeCloseTo(0.875);
    expect(easings.easeInBack(0.4)).toBeLessThan(0);
    expect(easings.easeOutBack(0.7)).toBeGreaterThan(1);
    expect(easings.easeOutBounce(1 / 2.75)).toBeCloseTo(1);
    expect(easings.easeInOutQuad(0.5)).toBeCloseTo(0.5);
  });
});

describe('the schema', () => {
  it('takes entries as the specification has them, and adds nothing to them', () => {
    for (const type of animationTypes) {
      expect(elementAnimation.parse({ type })).toEqual({ type });
      expect(elementAnimation.parse({ type, direction: 'up' })).toEqual({ type, direction: 'up' });
      expect(animationDefaults).toHaveProperty(type);
    }
  });

  it.each([
    ['a delay before the scene', { delay: -1 }],
    ['a duration of nothing', { duration: 0 }],
    ['no iterations', { iterations: 0 }],
    ['half an iteration', { iterations: 1.5 }],
    ['an unknown easing', { easing: 'wobbly' }],
    ['an endless rest', { repeatDelay: 1e9 }],
    ['an unknown field', { speed: 2 }],
  ])('refuses %s', (_, wrong) => {
    expect(elementAnimation.safeParse({ type: 'pulse', ...wrong }).success).toBe(false);
  });
});

describe('an entrance', () => {
  it.each(['fadeIn', 'slideIn', 'zoomIn'] as const)(
    '%s: away before, in motion, then in its place',
    (type) => {
      const animation: ElementAnimation = { type, delay: 1, duration: 2 };
      expect(at(0, animation)?.opacity).toBe(0);
      expect(at(0.999, animation)?.opacity).toBe(0);
      const middle = at(1.6, animation)!;
      expect(middle.opacity).toBeGreaterThan(0.2);
      expect(middle).not.toEqual(rest);
      expect(at(3, animation)).toBeUndefined();
      expect(at(300, animation)).toBeUndefined();
    },
  );

  it('slides in from the left, by its own width', () => {
    const start = at(0, { type: 'slideIn' })!;
    expect([start.x, start.y, start.opacity]).toEqual([-200, 0, 0]);
    expect(at(0, { type: 'slideIn', direction: 'down' })!.y).toBe(100);
    expect(at(0.35, { type: 'slideIn', easing: 'linear' })!.x).toBeCloseTo(-100);
  });

  it('zooms in beyond its size and back, as easeOutBack does', () => {
    const scales = [0, 0.2, 0.4, 0.5].map((t) => at(t, { type: 'zoomIn' })!.scaleX);
    expect(scales[0]).toBeCloseTo(0.3);
    expect(Math.max(...scales)).toBeGreaterThan(1);
  });

  it('drifts with a fade only when a direction is given', () => {
    expect(at(0.1, { type: 'fadeIn' })).toMatchObject({ x: 0, y: 0 });
    expect(at(0.1, { type: 'fadeIn', direction: 'down' })!.y).toBeGreaterThan(0);
  });
});

describe('an exit', () => {
  it.each(['fadeOut', 'slideOut', 'zoomOut'] as const)('%s: in its place before, away after', (type) => {
    const animation: ElementAnimation = { type, delay: 1, duration: 2 };
    expect(at(0, animation)).toBeUndefined();
    expect(at(2.5, animation)!.opacity).toBeLessThanOrEqual(1);
    expect(at(3, animation)).toEqual({ ...rest, opacity: 0 });
    expect(at(300, animation)!.opacity).toBe(0);
  });

  it('slides out to the right', () => {
    expect(at(0.599, { type: 'slideOut' })!.x).toBeGreaterThan(190);
  });

  it('may be followed by another entrance', () => {
    const story: ElementAnimation[] = [
      { type: 'fadeIn', duration: 1 },
      { type: 'fadeOut', delay: 4, duration: 1 },
      { type: 'zoomIn', delay: 8, duration: 1 },
    ];
    const seen = [0, 2, 4.5, 5, 7.9, 8.9, 12].map((t) => at(t, ...story)?.opacity ?? 1);
    expect(seen[0]).toBe(0);
    expect(seen[1]).toBe(1);
    expect(seen[2]).toBeLessThan(1);
    expect(seen.slice(3, 5)).toEqual([0, 0]);
    expect(seen[5]).toBe(1);
    expect(seen[6]).toBe(1);
  });

  it('comes first where an element leaves and comes back', () => {
    const story: ElementAnimation[] = [
      { type: 'fadeOut', delay: 1, duration: 1 },
      { type: 'fadeIn', delay: 5, duration: 1 },
    ];
    expect(at(0, ...story)).toBeUndefined();
    expect(at(3, ...story)!.opacity).toBe(0);
    expect(at(6, ...story)).toBeUndefined();
  });
});

describe('emphasis', () => {
  it.each(['bounce', 'pulse', 'shake', 'flip'] as const)('%s begins and ends at rest', (type) => {
    const { duration } = animationDefaults[type];
    const [first, last] = [at(0, { type })!, at(duration - 1e-9, { type })!];
    for (const key of Object.keys(rest) as (keyof Motion)[]) {
      expect(first[key]).toBeCloseTo(rest[key], 5);
      expect(last[key]).toBeCloseTo(rest[key], 5);
    }
    const moved = [0.13, 0.29, 0.41, 0.57].some((share) => {
      const { x, y, scaleX } = at(share * duration, { type })!;
      return Math.hypot(x, y, scaleX - 1) > 0.02;
    });
    expect(moved).toBe(true);
  });

  it('bounces up, shakes sideways, and flips about the axis of its direction', () => {
    expect(at(0.25, { type: 'bounce' })!.y).toBeLessThan(-20);
    expect(at(0.05, { type: 'shake' })!.x).toBeLessThan(0);
    expect(at(0.05, { type: 'shake', direction: 'up' })!.x).toBe(0);
    const half = at(0.5, { type: 'flip' })!;
    expect(half.scaleX).toBeCloseTo(-0.92);
    expect(half.scaleY).toBeCloseTo(0.92);
    expect(at(0.5, { type: 'flip', direction: 'up' })!.scaleY).toBeCloseTo(-0.92);
  });

  it('goes on for ever unless it is told how often, and rests in between', () => {
    const { duration, repeatDelay } = animationDefaults.shake;
    const round = duration + repeatDelay;
    expect(at(100 * round + 0.05, { type: 'shake' })!.x).toBeCloseTo(at(0.05, { type: 'shake' })!.x, 6);
    expect(at(duration + 0.1, { type: 'shake' })).toBeUndefined();
    const twice: ElementAnimation = { type: 'shake', iterations: 2 };
    expect(at(round + 0.05, twice)).toBeDefined();
    expect(at(2 * round + 0.05, twice)).toBeUndefined();
    expect(timed(twice).end).toBeCloseTo(2 * duration + repeatDelay);
    expect(progressAt(timed(twice), 99)).toBe(1);
  });

  it('composes with an entrance', () => {
    const both = at(0.3, { type: 'slideIn' }, { type: 'pulse' })!;
    expect(both.x).toBeLessThan(0);
    expect(both.scaleX).toBeGreaterThan(1);
  });
});

describe('drawing', () => {
  const draw = (element: Element, t: number, more = {}) => {
    const recording = recordingContext();
    drawElement(recording.ctx, element, testEnv({ t, ...more }));
    expect(recording.depth()).toBe(0);
    return recording;
  };

  it('leaves an element out until it enters, unless the picture is a still', () => {
    const late = element({ type: 'fadeIn', delay: 2 });
    expect(draw(late, 1).calls).toEqual([]);
    expect(draw(late, 1, { still: true }).named('fill')).toHaveLength(1);
    expect(draw(late, 3).calls).toEqual(draw(element(), 3).calls);
  });

  it('multiplies the element’s own opacity, moves first and scales about the centre', () => {
    const faint = { ...element({ type: 'fadeIn', easing: 'linear', duration: 1 }), opacity: 0.5 };
    expect(draw(faint, 0.5).named('globalAlpha')).toEqual([['globalAlpha', 0.25]]);
    const zooming = draw(element({ type: 'zoomIn', easing: 'linear', duration: 1, direction: 'left' }), 0.8);
    const moves = zooming
      .named('translate')
      .map(([, x, y]) => [Math.round(x as number), Math.round(y as number)]);
    expect(moves.slice(0, 4)).toEqual([
      [-10, 0],
      [100, 100],
      [100, 50],
      [-100, -50],
    ]);
    expect(zooming.named('scale')[0]![1] as number).toBeCloseTo(0.86);
  });

  it('draws nothing of an element that is seen from its edge', () => {
    const flipping = element({ type: 'flip', easing: 'linear', duration: 1 });
    expect(draw(flipping, 0.25).calls).toEqual([]);
    expect(draw(flipping, 0.26).calls.length).toBeGreaterThan(0);
  });

  it('is the same by playing and by jumping', () => {
    const busy = element({ type: 'zoomIn' }, { type: 'shake' }, { type: 'fadeOut', delay: 5 });
    const jumped = draw(busy, 5.3).calls;
    for (let t = 0; t < 5.3; t += 0.1) draw(busy, t);
    expect(draw(busy, 5.3).calls).toEqual(jumped);
  });
});

describe('stillness', () => {
  const entering = element({ type: 'fadeIn', delay: 1, duration: 2 });
  const until = (t: number, ...elements: Element[]) => stillUntil(sceneOf(...elements), testEnv({ t }));

  it('lasts until an entrance begins, and for ever after it', () => {
    expect(isAnimated(sceneOf(entering))).toBe(true);
    expect([0, 1, 2.9, 3].map((t) => until(t, entering))).toEqual([1, 1, 2.9, Infinity]);
    expect(stillUntil(sceneOf(entering), testEnv({ t: 2, still: true }))).toBe(Infinity);
  });

  it('includes the rest between two iterations', () => {
    const { duration, repeatDelay } = animationDefaults.bounce;
    const hopping = element({ type: 'bounce' });
    expect(until(0.5, hopping)).toBe(0.5);
    expect(until(duration + 0.1, hopping)).toBeCloseTo(duration + repeatDelay);
    expect(until(duration + 0.1, hopping, entering)).toBe(duration + 0.1);
  });

  it('agrees with what is drawn', () => {
    const story = element(
      { type: 'slideIn', delay: 0.5 },
      { type: 'pulse', delay: 2, iterations: 2, repeatDelay: 0.5 },
      { type: 'zoomOut', delay: 7 },
    );
    for (let t = 0; t < 9; t += 0.07) {
      const end = until(t, story);
      if (end <= t) continue;
      const later = Math.min(end - 1e-6, t + 5);
      expect(motionAt(story, later)).toEqual(motionAt(story, t));
    }
  });

  it('tells when nothing moves any more', () => {
    const env = testEnv();
    expect(animatedUntil(sceneOf(element()), env)).toBe(0);
    expect(animatedUntil(sceneOf(entering), env)).toBe(3);
    expect(animatedUntil(sceneOf(entering, element({ type: 'pulse' })), env)).toBe(Infinity);
    expect(animatedUntil(sceneOf(testElement('snow_animation')), env)).toBe(Infinity);
    const shower = testElement('raining_money', { properties: { duration: 2000 } });
    expect(animatedUntil(sceneOf(shower), env)).toBe(13);
    expect(animatedUntil(sceneOf({ ...shower, isVisible: false }), env)).toBe(0);
  });
});
