import type { EasingName } from '#shared/model/animation.ts';

/** From 0 at 0 to 1 at 1; some overshoot in between. */
export type Easing = (share: number) => number;

/** A curve as CSS's cubic-bezier(x1, y1, x2, y2), solved for x to far below a pixel. */
function cubicBezier(x1: number, y1: number, x2: number, y2: number): Easing {
  const at = (a: number, b: number, s: number) =>
    ((1 - 3 * b + 3 * a) * s + (3 * b - 6 * a)) * s * s + 3 * a * s;
  return (share) => {
    if (share <= 0) return 0;
    if (share >= 1) return 1;
    let [low, high] = [0, 1];
    for (let i = 0; i < 30; i++) {
      const middle = (low + high) / 2;
      if (at(x1, x2, middle) < share) low = middle;
      else high = middle;
    }
    return at(y1, y2, (low + high) / 2);
  };
}

const mirrored =
  (ease: Easing): Easing =>
  (share) =>
    1 - ease(1 - share);

/** Eases in for the first half and out for the second. */
const both =
  (ease: Easing): Easing =>
  (share) =>
    share < 0.5 ? ease(share * 2) / 2 : 1 - ease((1 - share) * 2) / 2;

const power =
  (exponent: number): Easing =>
  (share) =>
    share ** exponent;
const sine: Easing = (share) => 1 - Math.cos((share * Math.PI) / 2);
const expo: Easing = (share) => (share <= 0 ? 0 : 2 ** (10 * share - 10));
/** Draws back before it begins. The factor is easings.net's: a tenth beyond the end. */
const back: Easing = (share) => 2.70158 * share ** 3 - 1.70158 * share ** 2;

const outElastic: Easing = (share) =>
  share <= 0 || share >= 1
    ? Math.min(1, Math.max(0, share))
    : 2 ** (-10 * share) * Math.sin(((share * 10 - 0.75) * 2 * Math.PI) / 3) + 1;

const outBounce: Easing = (share) => {
  const n = 7.5625;
  if (share < 1 / 2.75) return n * share ** 2;
  if (share < 2 / 2.75) return n * (share - 1.5 / 2.75) ** 2 + 0.75;
  if (share < 2.5 / 2.75) return n * (share - 2.25 / 2.75) ** 2 + 0.9375;
  return n * (share - 2.625 / 2.75) ** 2 + 0.984375;
};

/** Every easing by its name: the first five are CSS's, the rest those of easings.net. */
export const easings: Record<EasingName, Easing> = {
  linear: (share) => share,
  ease: cubicBezier(0.25, 0.1, 0.25, 1),
  'ease-in': cubicBezier(0.42, 0, 1, 1),
  'ease-out': cubicBezier(0, 0, 0.58, 1),
  'ease-in-out': cubicBezier(0.42, 0, 0.58, 1),
  easeInSine: sine,
  easeOutSine: mirrored(sine),
  easeInOutSine: both(sine),
  easeInQuad: power(2),
  easeOutQuad: mirrored(power(2)),
  easeInOutQuad: both(power(2)),
  easeInCubic: power(3),
  easeOutCubic: mirrored(power(3)),
  easeInOutCubic: both(power(3)),
  easeInQuart: power(4),
  easeOutQuart: mirrored(power(4)),
  easeInOutQuart: both(power(4)),
  easeInExpo: expo,
  easeOutExpo: mirrored(expo),
  easeInOutExpo: both(expo),
  easeInBack: back,
  easeOutBack: mirrored(back),
  easeInOutBack: both(back),
  easeOutElastic: outElastic,
  easeOutBounce: outBounce,
};
