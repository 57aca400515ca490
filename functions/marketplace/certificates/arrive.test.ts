import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { newId } from '#functions/kernel/ids.ts';
import { soldLead } from '#shared/model/market.ts';
import { eventually } from '#tests/support/eventually.ts';
import { certificate, leadiD, withConsent } from '#tests/support/market-certificates.ts';
import { freshTenant } from '#tests/support/tenant.ts';
import { sendForCheck, wasSentForCheck } from './arrive.ts';
import { marketPersonalData } from './personal-data.ts';
import { certificatesOfOrder, tallyOf } from './store.ts';

async function bought(more: object) {
  const tenant = await freshTenant();
  const brought = {
    lead: soldLead.parse(withConsent(1, more)),
    orderId: newId('mor'),
    handoverId: newId('mho'),
    sellerTenantId: tenant.id,
    providerId: newId('mpr'),
    from: 'Acme Leads',
  };
  const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  return { brought, inTenant, leadId: newId('led') };
}

describe('certificates of a lead that arrives', () => {
  it('are sent for a check once, both or none, however often the lead is delivered', async () => {
    const { brought, inTenant, leadId } = await bought({
      trustedFormUrl: certificate(),
      jornayaLeadId: leadiD(),
    });
    expect(await inTenant(() => wasSentForCheck(brought))).toBe(false);
    await inTenant(() => Promise.all([1, 2, 3].map(() => sendForCheck(brought, leadId))));
    await inTenant(() => sendForCheck(brought, newId('led')));
    expect(await inTenant(() => wasSentForCheck(brought))).toBe(true);
    const sent = await inTenant(() => certificatesOfOrder(brought.orderId));
    expect(sent.map((one) => [one.provider, one.leadId, one.phone]).sort()).toEqual([
      ['jornaya', leadId, '+12175550001'],
      ['trustedform', leadId, '+12175550001'],
    ]);
  });

  it('are none where it comes with none', async () => {
    const { brought, inTenant, leadId } = await bought({});
    await inTenant(() => sendForCheck(brought, leadId));
    expect(await inTenant(() => wasSentForCheck(brought))).toBe(false);
    expect(await inTenant(() => certificatesOfOrder(brought.orderId))).toEqual([]);
  });

  it('lose their person with the erasure, and are counted all the same', async () => {
    const { brought, inTenant, leadId } = await bought({ trustedFormUrl: certificate() });
    await inTenant(() => sendForCheck(brought, leadId));
    const [kind] = marketPersonalData;
    const subject = { leadIds: [leadId], phones: [], emails: [], names: [] };
    const found = () => inTenant(() => kind!.find(subject, null)).then((page) => page.found);
    await eventually(async () => expect(await found()).toHaveLength(1));
    await inTenant(async () => kind!.erase!(await found(), subject));
    await eventually(async () => expect(await found()).toEqual([]));
    const [left] = await inTenant(() => certificatesOfOrder(brought.orderId));
    expect(JSON.stringify(left)).not.toMatch(/cert\.trustedform|2175550001|june1|call me|led_/);
    expect(await inTenant(() => tallyOf(brought.orderId))).toMatchObject({ checking: 0, unchecked: 1 });
  });
});
