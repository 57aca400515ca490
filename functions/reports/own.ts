import { currentUser, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';

/** The agent who asks, who sees their own rows; undefined for who sees all. */
export const ownOnly = (): string | undefined => (seesOwnLeadsOnly() ? currentUser().userId : undefined);
