import type { FixedLife } from '#functions/kernel/retention.ts';
import { webhookLimits } from '#shared/model/webhook-limits.ts';

export const webhookLives: FixedLife[] = [
  {
    title: 'What other systems sent by webhooks',
    covers: ['webhookDeliveries'],
    life: `${webhookLimits.keepDays} days`,
    why: 'A delivery can be looked at and replayed until then.',
  },
];
