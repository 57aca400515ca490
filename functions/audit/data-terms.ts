import type { FixedLife } from '#functions/kernel/retention.ts';
import { auditDays } from '#shared/model/audit.ts';

export const auditLives: FixedLife[] = [
  {
    title: 'Audit log',
    covers: ['audit'],
    life: `${auditDays} days`,
    why: 'Who did what is to be told for a year at least: Art. 5(2) GDPR.',
  },
];
