import type { ElementType } from '../element-type.ts';
import { auroraBorealis } from './aurora-borealis.ts';
import { fireworks } from './fireworks.ts';
import { geometricPulse } from './geometric-pulse.ts';
import { lightningStorm } from './lightning-storm.ts';
import { matrixRain } from './matrix-rain.ts';
import { oceanWaves } from './ocean-waves.ts';
import { snowAnimation } from './snow-animation.ts';
import { starfield } from './starfield.ts';

/** The animated backgrounds, in the palette's order. A new one is one file here and one line. */
export const effects: readonly ElementType[] = [
  snowAnimation,
  fireworks,
  matrixRain,
  starfield,
  oceanWaves,
  geometricPulse,
  auroraBorealis,
  lightningStorm,
];
