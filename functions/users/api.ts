/** What other nouns use of this one. They import this file and no other. */

export { addressToConfirmOf, findAddressee, findAddresseeByName } from './addressee.ts';
export { endSessions } from './change.ts';
export { createUser, type FirstAdmin, firstAdmin, type NewUser } from './create.ts';
export {
  awaitsVerification,
  confirmAddress,
  isProvenAddress,
  resendVerification,
  sendVerification,
} from './email-address.ts';
export { type Acceptance, acceptInvitation, pendingInvitation } from './invitations.ts';
export { assertOwnPassword } from './own-password.ts';
export { getUser, me, userNamed } from './read.ts';
export { setForgottenPassword } from './reset-password.ts';
export {
  findForSession,
  findForSignIn,
  findSessionUser,
  noteSignIn,
  type SessionUser,
  upgradePassword,
  userForNewSession,
  userToSignIn,
} from './sign-in.ts';
export { everyUser, findUser, takesLeads, userCounts, usersThere } from './store.ts';
export { assertNotAboveActor, isActor } from './update.ts';
