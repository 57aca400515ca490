import { currentUser } from '#functions/kernel/actor.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { users } from '#shared/api/users.ts';
import { changePassword } from './change-password.ts';
import { createUser } from './create.ts';
import { invite, listInvitations, resendInvitation, revokeInvitation } from './invitations.ts';
import { listUsers } from './list.ts';
import { getUser, me } from './read.ts';
import { removeUser } from './remove.ts';
import { updateUser } from './update.ts';
import { view } from './view.ts';

const r = routesOf(users);

export const routes = r.router({
  list: r.list.handler(({ input }) => listUsers(input)),
  create: r.create.handler(({ input }) => createUser(input)),
  me: r.me.handler(async () => ({
    ...view(await me()),
    mustAddFactor: currentUser().mustAddFactor ?? false,
  })),
  changePassword: r.changePassword.handler(async ({ input }) => {
    await changePassword(input);
    return { message: 'Your password has been changed. Your other sessions have ended.' };
  }),
  invitations: r.invitations.handler(async () => ({ invitations: await listInvitations() })),
  invite: r.invite.handler(({ input }) => invite(input)),
  resendInvitation: r.resendInvitation.handler(({ input }) => resendInvitation(input.id)),
  revokeInvitation: r.revokeInvitation.handler(async ({ input }) => {
    await revokeInvitation(input.id);
    return { message: 'The invitation has been taken back.' };
  }),
  get: r.get.handler(({ input }) => getUser(input.id)),
  update: r.update.handler(({ input: { id, ...changes } }) => updateUser(id, changes)),
  remove: r.remove.handler(async ({ input }) => {
    await removeUser(input.id);
    return { message: 'The user has been removed.' };
  }),
  rolePermissions: r.rolePermissions.handler(({ input: { id, ...changes } }) => updateUser(id, changes)),
});
