import { z } from 'zod';
import { tenantOf } from '#functions/kernel/actor.ts';
import { send } from '#functions/kernel/queue.ts';
import { emergencyCall } from '#shared/model/emergency-calls.ts';

/**
 * A mail about an account, as it is asked for. No token travels here: whoever writes the mail makes it. And nobody
 * waits for it, so that the time of an answer does not tell whether there is somebody to write to.
 */
export const accountMail = z.discriminatedUnion('mail', [
  /** The link that confirms an address: of a new account, or in place of the one it has. */
  z.object({ mail: z.literal('verify'), userId: z.string() }),
  /** The link for a new password; `name` is what somebody has typed, and may be nobody's. */
  z.object({ mail: z.literal('reset'), name: z.string() }),
  z.object({ mail: z.literal('passwordChanged'), userId: z.string() }),
  z.object({ mail: z.literal('invitation'), invitationId: z.string() }),
  /** The link that confirms where answers to the tenant's mails go. */
  z.object({ mail: z.literal('replyTo'), address: z.string() }),
  /** That somebody left a message in a voicemail box of the user's. */
  z.object({
    mail: z.literal('voicemail'),
    userId: z.string(),
    box: z.string(),
    phone: z.string(),
    seconds: z.number().int(),
  }),
  /** That the emergency services were called from one of the workspace's phones. */
  z.object({ mail: z.literal('emergency'), address: z.string(), call: emergencyCall.omit({ id: true }) }),
]);
export type AccountMail = z.output<typeof accountMail>;

/** Whether the deployment has a sender whose mails arrive (cdk/settings.ts, `mailWorks`). */
export const accountMailsWork = (): boolean => process.env.ACCOUNT_MAILS === 'on';

/** Has a mail about an account of the actor's tenant written and sent. */
export const askForMail = (mail: AccountMail): Promise<void> => send('ACCOUNTS', tenantOf(), mail);
