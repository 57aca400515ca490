import { z } from 'zod';
import { conversation, message, textBody } from '../model/message.ts';
import { id, route } from './contract.ts';

const leadId = id('led');

/** People whom campaigns have texted, by the ids of their leads. */
export const contacts = {
  conversation: route('GET', '/contacts/{id}/conversation', 'messages.view', 'The texts with one contact')
    .input(
      z.strictObject({
        id: leadId,
        cursor: z.string().max(2_000).optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    )
    .output(
      z.object({
        conversation,
        messages: z.array(message).describe('newest first'),
        nextCursor: z.string().nullable(),
      }),
    ),
  reply: route('POST', '/contacts/{id}/reply', 'messages.send', 'Answer a contact')
    .input(
      z.strictObject({
        id: leadId,
        message: textBody,
        key: z.string().min(8).max(100).optional().describe('the same key again is the same message'),
      }),
    )
    .output(z.object({ message, provider: z.string(), sandbox: z.boolean() })),
};
