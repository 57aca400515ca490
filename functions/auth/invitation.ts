import { linkOver, withToken } from '#functions/accountGuard/api.ts';
import { tenantOf } from '#functions/kernel/actor.ts';
import { tenantById } from '#functions/tenants/api.ts';
import {
  type Acceptance,
  acceptInvitation,
  noteSignIn,
  pendingInvitation,
  userForNewSession,
} from '#functions/users/api.ts';
import { type LoginResult, signedIn } from './sign-in.ts';

/** What the link of an invitation is for. @throws 400 'link_invalid' */
export const showInvitation = (token: string) =>
  withToken('invitation', token, async ({ subject }) => {
    const [invitation, { name }] = await Promise.all([pendingInvitation(subject), tenantById(tenantOf())]);
    if (!invitation) throw linkOver();
    const { email, role, firstName, lastName, invitedBy } = invitation;
    return { email, role, firstName, lastName, invitedBy, tenantName: name };
  });

/** Makes the account that an invitation is for, and its first session. @throws 400 'link_invalid'; 409 */
export const joinByInvitation = (token: string, person: Acceptance): Promise<LoginResult> =>
  withToken('invitation', token, async ({ subject, spending }) => {
    const userId = await acceptInvitation(subject, person, spending);
    await noteSignIn(userId);
    return signedIn(await userForNewSession(userId));
  });
