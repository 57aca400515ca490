import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { entity, ifThere, type Stored } from '#functions/kernel/entity.ts';
import { conflict, notFound } from '#functions/kernel/errors.ts';
import { deterministicId } from '#functions/kernel/ids.ts';

/** Who has been invited by mail and has not come yet. */
const Invitations = entity('invitation', {
  fields: z.object({
    invitationId: z.string(),
    email: z.string(),
    role: z.enum(['admin', 'agent', 'vendor']),
    firstName: z.string(),
    lastName: z.string(),
    /** The user who has invited them. */
    invitedBy: z.string(),
    createdAt: z.string(),
    sentAt: z.string(),
    /** Until when the link works, in seconds; it is listed for some days more. */
    linkEndsAt: z.number(),
    /** TTL, in seconds. */
    expiresAt: z.number(),
  }),
  key: { partition: [], sort: ['invitationId'] },
});
export type InvitationRecord = Stored<typeof Invitations>;

/** One for an address: somebody who is invited twice has one link. */
export const invitationIdOf = (email: string): string => deterministicId('inv', email);

export const findInvitation = (invitationId: string): Promise<InvitationRecord | undefined> =>
  Invitations.find({ invitationId });

/** All of the tenant, the latest first; an admin's hand makes few. */
export async function allInvitations(): Promise<InvitationRecord[]> {
  const invitations = await Invitations.all('key', {}, { consistent: false });
  const present = invitations.filter(({ expiresAt }) => expiresAt > clock.seconds());
  return present.sort((a, b) => (a.sentAt < b.sentAt ? 1 : -1));
}

/** The write that adds one; one whose link has run out makes room for it. */
export const insertInvitation = (invitation: InvitationRecord): object =>
  Invitations.put(invitation, {
    where: ({ invitationId, linkEndsAt }, { notExists, lte }) =>
      `${notExists(invitationId)} OR ${lte(linkEndsAt, clock.seconds())}`,
    error: conflict(
      `${invitation.email} is invited already. You can send the invitation again.`,
      { field: 'email' },
      'invited_already',
    ),
  });

/** The write that notes that the link was sent again. */
export const noteSentAgain = (
  invitationId: string,
  times: Pick<InvitationRecord, 'sentAt' | 'linkEndsAt' | 'expiresAt'>,
): object =>
  Invitations.patch({ invitationId })
    .set(times)
    .params(ifThere(notFound('The invitation')));

/** The write that removes one, which must be there. */
export const removeInvitation = (invitationId: string, orElseThrow: Error): object =>
  Invitations.remove({ invitationId }, ifThere(orElseThrow));
