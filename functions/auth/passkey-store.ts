import { z } from 'zod';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { accepted, commit } from '#functions/kernel/table.ts';

/** The passkeys of a user. A passkey itself names its user, so none is ever looked for across users. */
const Passkeys = entity('passkey', {
  fields: z.object({
    userId: z.string(),
    /** As the authenticator named it, in base64url. */
    credentialId: z.string(),
    passkeyId: z.string(),
    name: z.string(),
    publicKey: z.string(),
    /** What the authenticator counted; 0 for ever where it does not count. */
    counter: z.number(),
    transports: z.array(z.string()).optional(),
    synced: z.boolean(),
    createdAt: z.string(),
    lastUsedAt: z.string().optional(),
  }),
  key: { partition: ['userId'], sort: ['credentialId'] },
});

export type StoredPasskey = Stored<typeof Passkeys>;

/** The write that adds a passkey; it is refused when the user has it already. */
export const insertPasskey = (passkey: StoredPasskey): object => Passkeys.insert(passkey);

export const deletePasskey = ({ userId, credentialId }: StoredPasskey): object =>
  Passkeys.remove({ userId, credentialId });

export async function passkeysOf(userId: string): Promise<StoredPasskey[]> {
  const passkeys = await Passkeys.all('key', { userId });
  return passkeys.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

export const findPasskey = (userId: string, credentialId: string): Promise<StoredPasskey | undefined> =>
  Passkeys.find({ userId, credentialId });

/** Notes a use; false when the passkey has been removed or used at this very moment. */
export const noteUse = (
  { userId, credentialId, counter: before }: StoredPasskey,
  { counter, at }: { counter: number; at: string },
): Promise<boolean> =>
  accepted(
    commit(
      Passkeys.patch({ userId, credentialId })
        .set({ counter, lastUsedAt: at })
        .where((item, { eq }) => eq(item.counter, before))
        .params(),
    ),
  );
