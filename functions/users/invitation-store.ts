import { Entity, type EntityItem } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { conflict, notFound } from '#functions/kernel/errors.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { connection, keys, model, ofTenant, orElse } from '#functions/kernel/table.ts';

const { primary } = keys;

/** Who has been invited by mail and has not come yet. */
const Invitations = new Entity(
  {
    model: model('invitation'),
    attributes: {
      tenantId: { type: 'number', required: true },
      invitationId: { type: 'string', required: true },
      email: { type: 'string', required: true },
      role: { type: ['admin', 'agent', 'vendor'] as const, required: true },
      firstName: { type: 'string', required: true },
      lastName: { type: 'string', required: true },
      /** The user who has invited them. */
      invitedBy: { type: 'string', required: true },
      createdAt: { type: 'string', required: true },
      sentAt: { type: 'string', required: true },
      /** Until when the link works, in seconds; it is listed for some days more. */
      linkEndsAt: { type: 'number', required: true },
      /** TTL, in seconds. */
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      ofTenant: {
        pk: { ...primary.pk, composite: ['tenantId'] },
        sk: { ...primary.sk, composite: ['invitationId'] },
      },
    },
  },
  connection,
);

export type InvitationRecord = Omit<EntityItem<typeof Invitations>, 'tenantId'>;

const own = (invitationId: string) => ({ tenantId: tenantOf(), invitationId });

/** One for an address: somebody who is invited twice has one link. */
export const invitationIdOf = (email: string): string => deterministicId('inv', email);

export async function findInvitation(invitationId: string): Promise<InvitationRecord | undefined> {
  const { data } = await Invitations.get(own(invitationId)).go({ consistent: true });
  return data ? ofTenant<InvitationRecord>(data) : undefined;
}

/** All of the tenant, the latest first; an admin's hand makes few. */
export async function allInvitations(): Promise<InvitationRecord[]> {
  const { data } = await Invitations.query.ofTenant({ tenantId: tenantOf() }).go({ pages: 'all' });
  const present = data.filter(({ expiresAt }) => expiresAt > clock.seconds());
  return present.map(ofTenant<InvitationRecord>).sort((a, b) => (a.sentAt < b.sentAt ? 1 : -1));
}

/** The write that adds one; one whose link has run out makes room for it. */
export const insertInvitation = (invitation: InvitationRecord): object =>
  orElse(
    Invitations.put({ tenantId: tenantOf(), ...invitation })
      .where(
        ({ invitationId, linkEndsAt }, { notExists, lte }) =>
          `${notExists(invitationId)} OR ${lte(linkEndsAt, clock.seconds())}`,
      )
      .params(),
    conflict(
      `${invitation.email} is invited already. You can send the invitation again.`,
      { field: 'email' },
      'invited_already',
    ),
  );

/** The write that notes that the link was sent again. */
export const noteSentAgain = (
  invitationId: string,
  times: Pick<InvitationRecord, 'sentAt' | 'linkEndsAt' | 'expiresAt'>,
): object => orElse(Invitations.patch(own(invitationId)).set(times).params(), notFound('The invitation'));

/** The write that removes one, which must be there. */
export const removeInvitation = (invitationId: string, orElseThrow: Error): object =>
  orElse(
    Invitations.delete(own(invitationId))
      .where((at, { exists }) => exists(at.invitationId))
      .params(),
    orElseThrow,
  );
