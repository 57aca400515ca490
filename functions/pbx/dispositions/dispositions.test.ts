import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { dispositionLimits, standardDispositions } from '#shared/model/disposition.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

const { pbx } = api;
const quote = { code: 'quote-sent', label: 'Quote sent', color: '#228be6' };

async function workspace() {
  const tenant = await freshTenant();
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  const codesNow = async () =>
    (await agent.call(pbx.dispositionCodes, {})).body.codes.map(({ code }) => code);
  return { admin, agent, codesNow };
}

describe('dispositions', () => {
  it('are made once as the standard set, however often and at once it is asked for', async () => {
    const { admin, codesNow } = await workspace();
    expect(await codesNow()).toEqual([]);
    const made = await Promise.all([1, 2, 3].map(() => admin.call(pbx.initializeDispositions, {})));
    const created = made.map(({ body }) => body.created).sort((a, b) => a - b);
    expect(created).toEqual([0, 0, standardDispositions.length]);
    await admin.call(pbx.updateDisposition, { code: 'sale', label: 'Sold' });
    const { body } = await admin.call(pbx.initializeDispositions, {});
    expect(body.codes[0]).toMatchObject({ code: 'sale', label: 'Sold', isSale: true, isContact: true });
  });

  it('are not made over codes of one’s own', async () => {
    const { admin, codesNow } = await workspace();
    await admin.call(pbx.addDisposition, quote);
    expect((await admin.call(pbx.initializeDispositions, {})).body.created).toBe(0);
    expect(await codesNow()).toEqual(['quote-sent']);
  });

  it('are added, changed in what is given, taken from the choice, and put in order', async () => {
    const { admin, codesNow } = await workspace();
    expect((await admin.call(pbx.addDisposition, quote)).body).toEqual({
      ...quote,
      isContact: false,
      isSale: false,
      scheduleCallback: false,
      isActive: true,
    });
    await admin.call(pbx.addDisposition, { ...quote, code: 'later', label: 'Later', scheduleCallback: true });
    const { body } = await admin.call(pbx.updateDisposition, { code: 'later', isActive: false });
    expect(body).toMatchObject({ label: 'Later', scheduleCallback: true, isActive: false });
    await admin.call(pbx.orderDispositions, { codes: ['later', 'quote-sent'] });
    expect(await codesNow()).toEqual(['later', 'quote-sent']);
  });

  it.each([[['later']], [['later', 'later']], [['later', 'gone']]])(
    'are not ordered by %j',
    async (codes) => {
      const { admin } = await workspace();
      await admin.call(pbx.addDisposition, quote);
      await admin.call(pbx.addDisposition, { ...quote, code: 'later', label: 'Later' });
      const { status, body } = await admin.call(pbx.orderDispositions, { codes });
      expect([status, body.error]).toEqual([400, 'Please give all codes, each once.']);
    },
  );

  it.each([
    [{ code: 'Quote Sent' }, 400, 'A code is of small letters, digits and dashes, as no-answer.'],
    [{ code: '' }, 400, 'Please enter a code.'],
    [{ label: ' ' }, 400, 'Please enter a label.'],
    [{ color: 'red' }, 400, 'A colour is # and 6 hex digits.'],
    [{ label: 'Other' }, 409, 'There is a code quote-sent already.'],
    [{ code: 'other', label: 'QUOTE SENT' }, 409, '“Quote sent” is the label of another code already.'],
  ])('are refused with %j', async (wrong, expected, sentence) => {
    const { admin } = await workspace();
    await admin.call(pbx.addDisposition, quote);
    const { status, body } = await admin.call(pbx.addDisposition, { ...quote, ...wrong });
    expect([status, body.error]).toEqual([expected, sentence]);
  });

  it('are as many as agents can look through', async () => {
    const { admin } = await workspace();
    const all = Array.from({ length: dispositionLimits.codes }, (_, n) => n);
    await Promise.all(
      [0, 1].map(async (half) => {
        for (const n of all.filter((one) => one % 2 === half))
          await admin.call(pbx.addDisposition, { ...quote, code: `code-${n}`, label: `Code ${n}` });
      }),
    );
    expect((await admin.call(pbx.addDisposition, quote)).status).toBe(400);
  });

  it('are read by agents and changed by admins', async () => {
    const { agent } = await workspace();
    expect((await agent.call(pbx.dispositionCodes, {})).status).toBe(200);
    expect((await agent.call(pbx.initializeDispositions, {})).status).toBe(403);
    expect((await agent.call(pbx.addDisposition, quote)).status).toBe(403);
  });
});
