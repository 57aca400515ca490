import { z } from 'zod';
import { route } from './contract.ts';

export const system = {
  health: route('GET', '/health', 'public', 'Is the product up?')
    .input(z.strictObject({}))
    .output(z.object({ status: z.literal('ok') })),
};
