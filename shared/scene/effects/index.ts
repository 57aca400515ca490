import type { ElementType } from '../element-type.ts';
import { auroraBorealis } from './aurora-borealis.ts';
import { bubbleFloat } from './bubble-float.ts';
import { butterflySwarm } from './butterfly-swarm.ts';
import { fallingLeaves } from './falling-leaves.ts';
import { fireworks } from './fireworks.ts';
import { floatingBalloons } from './floating-balloons.ts';
import { floatingHearts } from './floating-hearts.ts';
import { geometricPulse } from './geometric-pulse.ts';
import { lightningStorm } from './lightning-storm.ts';
import { matrixRain } from './matrix-rain.ts';
import { neonPulse } from './neon-pulse.ts';
import { oceanWaves } from './ocean-waves.ts';
import { pixelSparks } from './pixel-sparks.ts';
import { rainbowTunnel } from './rainbow-tunnel.ts';
import { rainingMoney } from './raining-money.ts';
import { snowAnimation } from './snow-animation.ts';
import { solarFlare } from './solar-flare.ts';
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
  bubbleFloat,
  lightningStorm,
  floatingHearts,
  fallingLeaves,
  neonPulse,
  rainingMoney,
  solarFlare,
  rainbowTunnel,
  floatingBalloons,
  pixelSparks,
  butterflySwarm,
];
