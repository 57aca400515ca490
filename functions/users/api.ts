/** What other nouns use of this one. They import this file and no other. */

export { addressToConfirmOf, findAddressee, findAddresseeByName } from './addressee.ts';
export { endSessions, extensionOfUserWrites } from './change.ts';
export { createUser, type FirstAdmin, firstAdmin, type NewUser, newUser } from './create.ts';
export {
  awaitsVerification,
  confirmAddress,
  isProvenAddress,
  resendVerification,
  sendVerification,
} from './email-address.ts';
export { type Acceptance, acceptInvitation, pendingInvitation } from './invitations.ts';
export { assertOwnPassword } from './own-password.ts';
export type { PhoneOfUser, PhoneWrites } from './phone-hook.ts';
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
export { everyUser, findUser, isUserChanged, takesLeads, userCounts, usersThere } from './store.ts';
export { assertNotAboveActor, isActor } from './update.ts';
