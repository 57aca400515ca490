import type { SmsProviderName } from '#shared/model/message.ts';
import { ses } from './ses.ts';
import { smtp } from './smtp.ts';
import { telnyx } from './telnyx.ts';
import { twilio } from './twilio.ts';
import type { SmsAdapter } from './types.ts';

/** Every provider of texts; a further one is a file beside these and a line here. */
export const smsAdapters: Record<SmsProviderName, SmsAdapter> = { twilio, telnyx };

/** Every way that mails can go out by. */
export const emailAdapters = { ses, smtp };
