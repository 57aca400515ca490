import { actor, actorName } from '#functions/kernel/actor.ts';

/** The name of whoever does something, as screens and certificates show it. */
export const byName = (): string => {
  const who = actor();
  if (who.kind === 'user') return who.username;
  return who.kind === 'key' ? who.name : actorName();
};
