import { z } from 'zod';
import { route } from './contract.ts';

export const system = {
  health: route('GET', '/health', 'public', 'Is the product up?')
    .input(z.strictObject({}))
    .output(z.object({ status: z.literal('ok') })),
  pushChannel: route(
    'GET',
    '/push-channel',
    'signed-in',
    'Where open pages hear that something changed: a websocket that speaks the protocol of AWS AppSync Events',
  )
    .input(z.strictObject({}))
    .output(
      z.object({
        /** The address of the websocket. */
        url: z.string(),
        /** What the authorization names as its host. */
        host: z.string(),
      }),
    ),
};
