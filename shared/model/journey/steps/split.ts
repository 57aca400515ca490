import * as z from 'zod';
import { defineStep } from './define.ts';

export const splitStep = defineStep({
  type: 'split',
  label: 'A/B split',
  about: 'Shares leads out by a stable hash: the same lead always goes the same way.',
  group: 'flow',
  config: z.strictObject({
    variants: z
      .array(
        z.strictObject({
          key: z.string().regex(/^[a-z]$/, 'A variant is named by one letter.'),
          weight: z.number().int().min(0).max(100),
        }),
      )
      .min(2)
      .max(5)
      .default([
        { key: 'a', weight: 50 },
        { key: 'b', weight: 50 },
      ]),
  }),
  outputs: ({ variants }) => variants.map(({ key }) => ({ key, label: key.toUpperCase() })),
  problems: ({ variants }) => [
    ...(new Set(variants.map(({ key }) => key)).size === variants.length
      ? []
      : ['Two variants have the same letter.']),
    ...(variants.some(({ weight }) => weight > 0) ? [] : ['At least one variant needs a weight above 0.']),
  ],
  summary: ({ variants }) => variants.map(({ key, weight }) => `${key.toUpperCase()} ${weight}`).join(' : '),
});
