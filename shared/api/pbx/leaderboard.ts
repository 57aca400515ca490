import { z } from 'zod';
import { route } from '../contract.ts';
import { place } from '../dashboard.ts';

export const leaderboard = {
  leaderboard: route(
    'GET',
    '/pbx/leaderboard',
    'dashboard.view',
    'Who is ahead, by the figures of the dashboard',
  )
    .input(
      z.strictObject({
        days: z.coerce
          .number()
          .int()
          .min(1)
          .max(31)
          .default(1)
          .describe('that it looks back, today among them'),
      }),
    )
    .output(z.object({ days: z.number().int(), leaderboard: z.array(place) })),
};
