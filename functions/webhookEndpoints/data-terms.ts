import type { FixedLife } from '#functions/kernel/retention.ts';
import { endpointLimits } from '#shared/model/webhook-endpoint.ts';

export const endpointLives: FixedLife[] = [
  {
    title: 'What other systems were told',
    covers: ['sendings'],
    life: `${endpointLimits.keepDays} days`,
    why: 'It can be sent again until then.',
  },
];
