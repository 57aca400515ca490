import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

const { leads, tcpa } = api;
const florida = '+13055550123';

async function agentOf() {
  const tenant = await freshTenant();
  const agent = as(tenant.agent);
  const upload = async (file: BlobPart, fields: Record<string, string> = {}) => {
    const form = new FormData();
    form.append('file', new Blob([file], { type: 'text/csv' }), 'list.csv');
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const encoded = new Response(form);
    return agent.call(tcpa.uploadDoNotContact, {}, {
      headers: { 'content-type': encoded.headers.get('content-type')! },
      body: Buffer.from(await encoded.arrayBuffer()),
    } as never);
  };
  return { tenant, agent, admin: as(tenant.admin), upload };
}

const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));

describe('the upload of a do-not-contact list', () => {
  it('takes the named column, and gives back the rows that hold nothing', async () => {
    const { agent, upload } = await agentOf();
    const file =
      'Name;Phone;Why\r\nAnn;(305) 555-0123;asked\r\nBob;;\r\nCarl;1.5551E+10;x\r\n"D; E";d@example.com;x\r\n';
    const { status, body } = await upload(file, { reason: 'Asked by letter' });
    expect([status, body]).toEqual([
      200,
      {
        added: 2,
        alreadyListed: 0,
        rejected: [
          { row: 3, value: '', error: 'There is no number or address in this row.' },
          {
            row: 4,
            value: '1.5551E+10',
            error: 'This is neither a phone number nor an e-mail address.',
          },
        ],
      },
    ]);
    const noon = '2026-06-10T16:00:00.000Z';
    expect((await agent.call(tcpa.check, { phone: florida, at: noon })).body.reasons).toMatchObject([
      { code: 'do_not_contact' },
    ]);
    expect((await upload(file)).body).toMatchObject({ added: 0, alreadyListed: 2 });
  });

  it.each([
    ['numbers without a heading', `${florida}\n+12125550123\n`],
    ['UTF-16 with a mark', utf16(`phone\n${florida}\n+12125550123\n`)],
    ['the second column, unnamed', `Ann,${florida}\nBob,+12125550123\n`],
  ])('reads %s', async (_, file) => {
    const { upload } = await agentOf();
    expect((await upload(file)).body).toMatchObject({ added: 2, rejected: [] });
  });

  it('counts rows on from where a part begins', async () => {
    const { upload } = await agentOf();
    const { body } = await upload(`${florida}\nnobody\n`, { firstRow: '5001' });
    expect(body.rejected).toMatchObject([{ row: 5002, value: 'nobody' }]);
  });

  it.each([
    ['', 'The file is empty.'],
    [
      new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]),
      'This is a spreadsheet or a zip. Please save it as CSV first.',
    ],
    [`${florida}\n`.repeat(5_002), 'At most 5000 rows at once. Please send the file in parts.'],
  ])('refuses what is no list', async (file, sentence) => {
    const { upload } = await agentOf();
    const { status, body } = await upload(file);
    expect([status, body.error]).toEqual([400, sentence]);
  });
});

describe('asking about a lead', () => {
  it('knows its number, state and consent; another agent’s lead is not there', async () => {
    const { tenant, agent, admin } = await agentOf();
    const owner = await tenant.user('agent');
    const lead = { lastName: 'Ito', phones: [florida], address: { state: 'TX', postcode: '75001' } };
    const { id } = (await admin.call(leads.create, lead)).body;
    // Ten past nine on a Sunday morning in Texas: its law opens Sundays at noon.
    const at = '2026-06-14T14:10:00.000Z';
    const { body } = await agent.call(tcpa.check, { leadId: id, at });
    expect(body).toMatchObject({
      phone: florida,
      timeZones: ['America/Chicago'],
      timeZoneSource: 'postcode',
    });
    expect(body.reasons).toMatchObject([{ code: 'too_early', citation: expect.stringContaining('Tex.') }]);
    const next = await agent.call(tcpa.nextAllowedTime, { leadId: id, after: at });
    expect(next.body.nextAllowedAt).toBe('2026-06-14T17:00:00.000Z');
    await admin.call(leads.update, { id, ownerId: owner.userId });
    expect((await agent.call(tcpa.check, { leadId: id })).status).toBe(404);
  });
});
