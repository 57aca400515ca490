import * as z from 'zod';
import { endpointLimits } from './webhook-endpoint.ts';

/** Where a chat takes messages: whoever knows it may write there, so it is kept sealed and shown to nobody. */
export const chatAddress = z
  .url({ protocol: /^https$/, error: 'Please give an address that begins with https://.' })
  .max(endpointLimits.url)
  .nullable();
