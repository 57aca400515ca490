import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { api } from '#shared/api/index.ts';
import { roleHas } from '#shared/model/permissions.ts';
import { as, type TestUser } from '#tests/support/tenant.ts';
import { type Colleague, colleague } from './colleague-things.ts';
import { leadAnswers } from './lead-answers.ts';
import { inputsNaming, kindOf, type Named } from './rich-sample.ts';
import { type Route, routes } from './routes.ts';
import { sampleInput } from './sample.ts';

/* One tenant, two agents: what an agent is told of a lead that is a colleague's. */

let world: Colleague;
let combinations = 0;
beforeAll(async () => {
  world = await colleague();
}, 60_000);
afterAll(() => console.log(`other agent: ${asked.length} routes, ${combinations} route × case combinations`));

const schemaOf = ({ procedure }: Route) => procedure['~orpc'].inputSchema as z.ZodType | undefined;

/** Reads first and deletions last: what one case takes away no other case misses. */
const turn = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const asked = routes
  .filter(({ meta }) => meta.access !== 'public' && !meta.binary)
  .sort((a, b) => turn.indexOf(a.method) - turn.indexOf(b.method));

/** What a field that can name the lead, or something of it, is given. */
const named: Named = (name, field) => {
  const kind = kindOf(field);
  if (kind) return world.things[kind];
  const { phone, email } = world.lead;
  if (/^(phone|to|number)$/.test(name)) return phone;
  if (/^(search|query)$/.test(name)) return world.lead.name.split(' ')[1];
  if (/^(email|address)$/.test(name)) return email;
  return undefined;
};

/** A call's input with the ids of its path and what the case gives. */
function filled(route: Route, given: Record<string, unknown>): Record<string, unknown> {
  const [base] = inputsNaming(schemaOf(route), named);
  const path = Object.fromEntries(route.params.map((param) => [param, base?.[param]]));
  return { ...sampleInput(schemaOf(route)), ...path, ...given };
}

async function answerTo(user: TestUser, route: Route, input: Record<string, unknown>) {
  combinations++;
  const { status, body } = await as(user).call(route.procedure, input);
  return { status, body, text: JSON.stringify(body ?? null) };
}

/** Nothing of the lead, but for what the caller said themselves. */
function expectNothing(text: string, input: Record<string, unknown>, hint: string) {
  const said = JSON.stringify(input);
  for (const marker of world.markers)
    if (!said.includes(marker)) expect(text.includes(marker), `${hint} tells ${marker}: ${text}`).toBe(false);
}

describe.each(asked)('$name', (route) => {
  it("tells another agent and vendors, with and without rights, nothing of a colleague's lead, whatever names it", async () => {
    for (const input of inputsNaming(schemaOf(route), named))
      for (const user of [world.other, world.granted, world.tenant.vendor]) {
        const { text } = await answerTo(user, route, input);
        expectNothing(text, input, `${user.role} ${JSON.stringify(input)}`);
      }
  });

  const judged = leadAnswers[route.name];
  if (!judged || typeof judged === 'string') return;
  const inputOf = () =>
    filled(route, typeof judged.input === 'function' ? judged.input(world) : judged.input);

  it.runIf(judged.kind === 'refused')("answers as if a colleague's lead did not exist", async () => {
    const { status, text } = await answerTo(world.other, route, inputOf());
    expect(status, text).toBe((judged as { status: number }).status);
    expectNothing(text, inputOf(), 'it');
  });

  it.runIf(judged.kind === 'shown')('tells of the lead whom it may, and another agent nothing', async () => {
    const { control, file } = judged as { control: 'owner' | 'admin'; file?: true };
    const textOf = async (user: TestUser) => {
      const { status, text, body } = await answerTo(user, route, inputOf());
      if (!file) return text;
      expect(status, text).toBe(200);
      return (await fetch((body as { downloadUrl: string }).downloadUrl)).text();
    };
    expectNothing(await textOf(world.other), inputOf(), 'it');
    // Asked by whoever may know, the same call does tell of it: otherwise this case could not fail.
    const told = await textOf(control === 'admin' ? world.tenant.admin : world.owner);
    const said = JSON.stringify(inputOf());
    expect(
      world.markers.some((marker) => told.includes(marker) && !said.includes(marker)),
      told,
    ).toBe(true);
  });
});

const leadFields = /^(leadId|leadIds|leadName|phones?|emails?|address|contactId|payload|sample|downloadUrl)$/;

/** Whether an answer has a field that can hold something of a lead; numbers and switches cannot. */
function holdsLeads(schema: unknown): boolean {
  if (schema === null || typeof schema !== 'object') return false;
  const { properties, ...rest } = schema as { properties?: Record<string, object> };
  const fields = Object.entries(properties ?? {});
  return (
    fields.some(([name, field]) => leadFields.test(name) && /"(string|array)"/.test(JSON.stringify(field))) ||
    [...fields.map(([, field]) => field), ...Object.values(rest)].some(holdsLeads)
  );
}

describe('the list of answers that hold lead data', () => {
  it('names every call of agents and vendors whose answer can', () => {
    const missing = asked.filter((route) => {
      const { access } = route.meta;
      const isTheirs = access === 'signed-in' || (access !== 'public' && roleHas('agent', access));
      const output = route.procedure['~orpc'].outputSchema as z.ZodType | undefined;
      if (!isTheirs || !output || leadAnswers[route.name]) return false;
      return holdsLeads(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }));
    });
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('names no call that is not in the contract', () => {
    const known = new Set(routes.map(({ name }) => name));
    expect(Object.keys(leadAnswers).filter((name) => !known.has(name))).toEqual([]);
  });
});

it("has left a colleague's lead as it was", async () => {
  const { body } = await as(world.owner).call(api.leads.get, { id: world.lead.id });
  expect(body).toMatchObject({ ownerId: world.owner.userId, fullName: world.lead.name, tags: [] });
});
