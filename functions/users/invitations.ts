import {
  accountMailsWork,
  askForMail,
  assertRate,
  linkOver,
  linkSeconds,
  revokeToken,
} from '#functions/accountGuard/api.ts';
import { currentUser, tenantOf } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError, notFound } from '#functions/kernel/errors.ts';
import { commit } from '#functions/kernel/table.ts';
import { assertMayLeave, ownCaps } from '#functions/tenants/api.ts';
import type { Invitation } from '#shared/model/user.ts';
import { newUser } from './create.ts';
import {
  allInvitations,
  findInvitation,
  type InvitationRecord,
  insertInvitation,
  invitationIdOf,
  noteSentAgain,
  removeInvitation,
} from './invitation-store.ts';
import { emailTaken, findByEmail, findUser } from './store.ts';

/** One whose link has run out is listed for so long, to be sent again; seconds. */
const listedAfter = 30 * 24 * 3600;

export interface NewInvitation {
  email: string;
  role: InvitationRecord['role'];
  firstName: string;
  lastName: string;
}

async function view(invitation: InvitationRecord): Promise<Invitation> {
  const by = await findUser(invitation.invitedBy);
  const { invitationId, email, role, firstName, lastName, createdAt, sentAt, linkEndsAt } = invitation;
  return {
    id: invitationId,
    ...{ email, role, firstName, lastName, createdAt, sentAt },
    invitedBy: by ? by.firstLast || by.username : 'A removed user',
    expiresAt: new Date(linkEndsAt * 1000).toISOString(),
    expired: linkEndsAt <= clock.seconds(),
  };
}

const times = () => {
  const linkEndsAt = clock.seconds() + linkSeconds.invitation;
  return { sentAt: clock.iso(), linkEndsAt, expiresAt: linkEndsAt + listedAfter };
};

/** An invitation leaves the tenant, for whom a tenant's admin names. */
async function assertMayInvite(): Promise<void> {
  if (!accountMailsWork())
    throw new AppError(
      409,
      'mail_not_set_up',
      'This deployment has no sender for mails. Add the user with a password instead.',
    );
  await assertMayLeave();
  await assertRate('invitations', String(tenantOf()));
}

/**
 * Invites somebody by mail, who then chooses a username and a password.
 * @throws 403 while nothing may leave the tenant; 409 'email_taken', 'invited_already', 'mail_not_set_up'; 429
 */
export async function invite(given: NewInvitation): Promise<Invitation> {
  const { email } = given;
  if (await findByEmail(email)) throw emailTaken(email);
  await assertMayInvite();
  const invitation: InvitationRecord = {
    ...given,
    invitationId: invitationIdOf(email),
    invitedBy: currentUser().userId,
    createdAt: clock.iso(),
    ...times(),
  };
  const target = { kind: 'user', id: invitation.invitationId, name: email };
  await commit(insertInvitation(invitation), auditEntry('user.invited', target, { role: invitation.role }));
  await askForMail({ mail: 'invitation', invitationId: invitation.invitationId });
  return view(invitation);
}

export const listInvitations = async (): Promise<Invitation[]> =>
  Promise.all((await allInvitations()).map(view));

/** Mails a new link, in whose favour the old one ends. @throws 404; 403, 409 and 429 as for a new one */
export async function resendInvitation(invitationId: string): Promise<Invitation> {
  if (!(await findInvitation(invitationId))) throw notFound('The invitation');
  await assertMayInvite();
  await commit(noteSentAgain(invitationId, times()));
  await askForMail({ mail: 'invitation', invitationId });
  const invitation = await findInvitation(invitationId);
  if (!invitation) throw notFound('The invitation');
  return view(invitation);
}

/** Takes an invitation back: its link leads nowhere. @throws 404 */
export const revokeInvitation = (invitationId: string): Promise<void> =>
  commit(removeInvitation(invitationId, notFound('The invitation')), revokeToken('invitation', invitationId));

/** Undefined when it has been accepted or taken back. */
export async function pendingInvitation(invitationId: string): Promise<Invitation | undefined> {
  const invitation = await findInvitation(invitationId);
  return invitation && view(invitation);
}

export interface Acceptance {
  username: string;
  password: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
}

/**
 * Makes the account of somebody who was invited; their address is confirmed, as the link was mailed there.
 * @param spending the write that uses the link up
 * @returns the user's id @throws 400 'link_invalid'; 409 when the username or the address is taken
 */
export async function acceptInvitation(
  invitationId: string,
  { username, password, firstName, lastName }: Acceptance,
  spending: object,
): Promise<string> {
  const invitation = await findInvitation(invitationId);
  if (!invitation) throw linkOver();
  const { email, role } = invitation;
  const { userId, writes } = await newUser({
    ...{ username, password, email, role },
    firstName: firstName ?? invitation.firstName,
    lastName: lastName ?? invitation.lastName,
    emailProvenAt: clock.iso(),
  });
  await commit(spending, removeInvitation(invitationId, linkOver()), writes((await ownCaps()).users));
  return userId;
}
