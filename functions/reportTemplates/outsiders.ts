import { everyUser } from '#functions/users/api.ts';

/** Those of the addresses that no active user of the workspace has. */
export async function outsiders(addresses: readonly string[]): Promise<string[]> {
  const inside = new Set(
    (await everyUser()).filter(({ isActive }) => isActive).map(({ email }) => email.toLowerCase()),
  );
  return addresses.filter((address) => !inside.has(address));
}

export const outsiderRefusal = (addresses: readonly string[]): string =>
  `Only an admin may have reports sent to people outside the workspace: ${addresses.join(', ')}.`;
