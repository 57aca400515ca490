import { z } from 'zod';
import { call } from './contract.ts';

export const system = {
  health: call('GET', '/health', 'public', 'Is the product up?')
    .input(z.strictObject({}))
    .output(z.object({ status: z.literal('ok') })),
};
