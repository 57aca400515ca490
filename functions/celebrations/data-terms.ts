import type { FixedLife } from '#functions/kernel/retention.ts';
import { celebrationLimits } from '#shared/model/celebration.ts';

export const celebrationLives: FixedLife[] = [
  {
    title: 'Celebrations of sales',
    covers: ['celebrations'],
    life: `${celebrationLimits.keepDays} days`,
    why: 'The sale itself stays in the figures.',
  },
];
