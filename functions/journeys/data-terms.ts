import type { FixedLife } from '#functions/kernel/retention.ts';

export const journeyLives: FixedLife[] = [
  {
    title: 'Journeys that leads were in',
    covers: ['journeys'],
    life: 'As long as their lead',
    why: 'So that a journey takes nobody twice who may come in once; what each step did goes after 400 days.',
  },
];
