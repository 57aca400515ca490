import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { client, readPartition, tableName } from '#functions/kernel/table.ts';
import { freshTenant } from '#tests/support/tenant.ts';
import { findSettings, readSettings, saveSettings } from './store.ts';

interface Item {
  settings: Record<string, unknown>;
}

/** The item of a tenant's settings as it lies in the table. */
async function stored(tenantId: number): Promise<Item> {
  const items = await readPartition(`$dealbell#tenantid_${tenantId}`);
  return items.find((item) => item.__edb_e__ === 'messageSettings') as unknown as Item;
}

const inTenant = async (work: (tenantId: number) => Promise<void>) => {
  const { id } = await freshTenant();
  await asSystem(id, 'test', () => work(id));
};

describe('the key of the callbacks and the secret of the mails', () => {
  it('lie sealed in the table, also after a save', () =>
    inTenant(async (tenantId) => {
      const made = await readSettings();
      await saveSettings({ ...made, numberPerMinute: 30 });
      const text = JSON.stringify(await stored(tenantId));
      expect(text).not.toContain(made.callbackKey);
      expect(text).not.toContain(made.mailSecret);
      expect(await findSettings()).toEqual({ ...made, numberPerMinute: 30, version: 2 });
    }));

  it('of a tenant from before they were sealed stay as they are, and are sealed when they are read', () =>
    inTenant(async (tenantId) => {
      await readSettings();
      const item = await stored(tenantId);
      const { sealedCallbackKey: _key, sealedMailSecret: _secret, ...rest } = item.settings;
      const old = { callbackKey: `smk_${tenantId}_old`, mailSecret: 'an old secret' };
      const Item = { ...item, settings: { ...rest, ...old } };
      await client.send(new PutCommand({ TableName: tableName(), Item }));
      expect(await findSettings()).toMatchObject(old);
      expect(JSON.stringify(await stored(tenantId))).not.toMatch(/an old secret|_old"/);
      expect(await findSettings()).toMatchObject(old);
    }));

  it('of one tenant cannot be opened as those of another', () =>
    inTenant(async (tenantId) => {
      await readSettings();
      const { settings } = await stored(tenantId);
      await inTenant(async (otherId) => {
        await readSettings();
        const Item = { ...(await stored(otherId)), settings };
        await client.send(new PutCommand({ TableName: tableName(), Item }));
        await expect(findSettings()).rejects.toThrow();
      });
    }));
});
