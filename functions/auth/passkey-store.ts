import { Entity, type EntityItem } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { accepted, commit, connection, keys, model } from '#functions/kernel/table.ts';

/** The passkeys of a user. A passkey itself names its user, so none is ever looked for across users. */
const Passkeys = new Entity(
  {
    model: model('passkey'),
    attributes: {
      tenantId: { type: 'number', required: true },
      userId: { type: 'string', required: true },
      /** As the authenticator named it, in base64url. */
      credentialId: { type: 'string', required: true },
      passkeyId: { type: 'string', required: true },
      name: { type: 'string', required: true },
      publicKey: { type: 'string', required: true },
      /** What the authenticator counted; 0 for ever where it does not count. */
      counter: { type: 'number', required: true },
      transports: { type: 'list', items: { type: 'string' } },
      synced: { type: 'boolean', required: true },
      createdAt: { type: 'string', required: true },
      lastUsedAt: { type: 'string' },
    },
    indexes: {
      ofUser: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'userId'] },
        sk: { ...keys.primary.sk, composite: ['credentialId'] },
      },
    },
  },
  connection,
);

export type StoredPasskey = Omit<EntityItem<typeof Passkeys>, 'tenantId'>;

const key = ({ userId, credentialId }: Pick<StoredPasskey, 'userId' | 'credentialId'>) => ({
  tenantId: tenantOf(),
  userId,
  credentialId,
});

/** The write that adds a passkey; it is refused when the user has it already. */
export const adding = (passkey: StoredPasskey): object =>
  Passkeys.create({ ...passkey, tenantId: tenantOf() }).params();

export const removing = (passkey: StoredPasskey): object => Passkeys.delete(key(passkey)).params();

export async function passkeysOf(userId: string): Promise<StoredPasskey[]> {
  const { data } = await Passkeys.query
    .ofUser({ tenantId: tenantOf(), userId })
    .go({ pages: 'all', consistent: true });
  return data.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

export async function findPasskey(userId: string, credentialId: string): Promise<StoredPasskey | undefined> {
  const { data } = await Passkeys.get(key({ userId, credentialId })).go({ consistent: true });
  return data ?? undefined;
}

/** Notes a use; false when the passkey has been removed or used at this very moment. */
export const noteUse = (
  passkey: StoredPasskey,
  { counter, at }: { counter: number; at: string },
): Promise<boolean> =>
  accepted(
    commit(
      Passkeys.patch(key(passkey))
        .set({ counter, lastUsedAt: at })
        .where((item, { eq }) => eq(item.counter, passkey.counter))
        .params(),
    ),
  );
