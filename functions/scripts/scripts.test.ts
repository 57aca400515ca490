import { beforeAll, describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { as, freshTenant, type TestTenant } from '#tests/support/tenant.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await freshTenant();
});
const admin = () => as(tenant.admin);
const agent = () => as(tenant.agent);

const steps = [
  {
    key: 'hello',
    title: 'Greeting',
    text: 'Hi {{ lead.firstName }}, this is {{ rep.firstName }}. Still in {{ lead.city }}, {{ lead.company | default: "at home" }}?',
    answers: [
      { label: 'Yes', next: 'roof' },
      { label: 'No', next: null },
    ],
  },
  { key: 'roof', title: 'Roof', text: 'Is it yours?', answers: [{ label: 'Own', next: 'hello' }] },
];
let made = 0;
const newScript = async () => {
  const { body } = await admin().call(api.scripts.create, { name: `Pitch ${++made}`, steps });
  return body;
};
async function newLead(fields: object = {}) {
  const { body } = await admin().call(api.leads.create, {
    firstName: 'Alma',
    phones: ['+13055550142'],
    source: 'test',
    ownerId: tenant.agent.userId,
    ...fields,
  });
  return body.id;
}
async function callOf(who: ReturnType<typeof as>) {
  const { body } = await who.call(api.calls.create, { phone: '+13055550142', talkSeconds: 5 });
  return body.id;
}

describe('scripts', () => {
  it('says to a lead what is known of it, and in brackets what is not', async () => {
    const script = await newScript();
    const { status, body } = await agent().call(api.scripts.speak, {
      id: script.id,
      leadId: await newLead(),
    });
    expect(status).toBe(200);
    const me = (await agent().call(api.users.me, {})).body;
    expect(body.steps[0]!.text).toBe(
      `Hi Alma, this is ${me.firstName || '[Rep first name]'}. Still in [City], at home?`,
    );
  });

  it('does not say a colleague’s lead to an agent', async () => {
    const script = await newScript();
    const leadId = await newLead({ ownerId: tenant.admin.userId, phones: ['+13055550143'] });
    const { status } = await agent().call(api.scripts.speak, { id: script.id, leadId });
    expect(status).toBe(404);
  });

  it('refuses steps that do not hold together, and a field that there is not', async () => {
    const refused = async (changed: unknown) => {
      const { status, body } = await admin().call(api.scripts.create, {
        name: 'Broken',
        steps: changed as typeof steps,
      });
      return [status, JSON.stringify(body)];
    };
    const [first, second] = steps;
    const nowhere = { ...first!, answers: [{ label: 'Yes', next: 'nowhere' }] };
    expect(await refused([nowhere])).toEqual([400, expect.stringContaining('leads to no step')]);
    expect(await refused([second, second])).toEqual([400, expect.stringContaining('the same key')]);
    expect(await refused([{ ...second!, text: '{{ lead.shoeSize }}', answers: [] }])).toEqual([
      400,
      expect.stringContaining('There is no variable lead.shoeSize'),
    ]);
    expect(await refused([])).toEqual([400, expect.stringContaining('at least one step')]);
  });

  it('keeps with a call what was answered, in the words of that time', async () => {
    const script = await newScript();
    const callId = await callOf(agent());
    const answers = [
      { step: 'hello', answer: 0 },
      { step: 'roof', answer: 0 },
      { step: 'hello', answer: 1 },
    ];
    const keep = (given: typeof answers) =>
      agent().call(api.scripts.answer, { id: script.id, callId, answers: given });
    expect((await keep(answers)).status).toBe(200);
    // Told again, and with one taken back: the last that is told stays.
    const { body } = await keep(answers.slice(0, 2));
    expect(body.script).toEqual({
      scriptId: script.id,
      name: script.name,
      answers: [
        { key: 'hello', step: 'Greeting', number: 0, answer: 'Yes' },
        { key: 'roof', step: 'Roof', number: 0, answer: 'Own' },
      ],
    });
    await admin().call(api.scripts.remove, { id: script.id });
    expect((await agent().call(api.calls.get, { id: callId })).body.script?.answers).toHaveLength(2);
  });

  it('refuses answers that are not on the way through the script', async () => {
    const script = await newScript();
    const callId = await callOf(agent());
    for (const answers of [
      [{ step: 'roof', answer: 0 }],
      [{ step: 'hello', answer: 7 }],
      [
        { step: 'hello', answer: 1 },
        { step: 'roof', answer: 0 },
      ],
    ])
      expect((await agent().call(api.scripts.answer, { id: script.id, callId, answers })).status).toBe(400);
  });

  it('keeps nothing with the call of a colleague', async () => {
    const script = await newScript();
    const callId = await callOf(admin());
    const answers = [{ step: 'hello', answer: 0 }];
    expect((await agent().call(api.scripts.answer, { id: script.id, callId, answers })).status).toBe(404);
  });

  it('refuses a change of what somebody else has changed since, and a name that is taken', async () => {
    const { id, name, version } = await newScript();
    expect((await admin().call(api.scripts.update, { id, name: 'Other', version })).status).toBe(200);
    expect((await admin().call(api.scripts.update, { id, name: 'Third', version })).status).toBe(409);
    await admin().call(api.scripts.update, { id, name });
    expect((await admin().call(api.scripts.create, { name: name.toUpperCase(), steps })).status).toBe(409);
  });
});
