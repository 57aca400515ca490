import * as z from 'zod';
import { invalidInput } from '#functions/kernel/validation.ts';
import { ses } from './ses/index.ts';
import { smtp } from './smtp/index.ts';
import { telnyx } from './telnyx/index.ts';
import { twilio } from './twilio/index.ts';
import type { EmailProvider, SmsProvider } from './types.ts';

/** Every provider of texts; a further one is a folder beside these and a word here. */
export const smsProviders: readonly SmsProvider[] = [twilio, telnyx];

/** Every way that mails can go out by. */
export const emailProviders: readonly EmailProvider[] = [ses, smtp];

/** Finds by name. @throws 400 for a name that is none */
function finderIn<P extends { name: string }>(providers: readonly P[]): (name: string) => P {
  const shape = z.object({ provider: z.enum(providers.map(({ name }) => name)) });
  return (name) => {
    const { error } = shape.safeParse({ provider: name });
    if (error) throw invalidInput(error.issues);
    return providers.find((one) => one.name === name)!;
  };
}

export const smsProviderOf = finderIn(smsProviders);
export const emailProviderOf = finderIn(emailProviders);
