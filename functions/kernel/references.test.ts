import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { api } from '#shared/api/index.ts';
import { refersTo } from '#shared/model/reference.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { assertThere, type LookUp } from './references.ts';
import { client } from './table.ts';

const schema = z.strictObject({
  owner: refersTo('user', z.string()).nullable(),
  signs: z.array(refersTo('project', z.string())).default([]),
  file: refersTo('asset', z.string(), 'clear').nullable().default(null),
});
const there =
  (...ids: string[]): LookUp =>
  async () =>
    ids;
const lookUps = { user: there('ann'), project: there('sold'), asset: there() };
const check = (input: unknown, kept?: () => Promise<{ schema: z.ZodType; value: unknown }>) =>
  assertThere(schema, input, { lookUps, ...(kept ? { kept } : {}) });

describe('an input that names things', () => {
  it('passes where all are there', async () => {
    await check({ owner: 'ann', signs: ['sold', 'sold'] });
  });

  it('is refused with each field that names nothing', async () => {
    await expect(check({ owner: 'bob', signs: ['sold', 'gone'] })).rejects.toMatchObject({
      status: 400,
      code: 'unknown_reference',
      message: 'owner: There is no such user. (and 1 more)',
      details: {
        issues: [
          { path: 'owner', message: 'There is no such user.' },
          { path: 'signs[1]', message: 'There is no such project.' },
        ],
      },
    });
  });

  it('may keep what the thing that it changes held before, and nothing of another kind', async () => {
    const held = (value: object) => async () => ({ schema, value });
    await check({ owner: 'bob' }, held({ owner: 'bob', signs: [] }));
    await expect(check({ owner: 'bob' }, held({ owner: null, signs: ['bob'] }))).rejects.toThrow(
      'no such user',
    );
  });

  it('is stored without what a field may do without', async () => {
    const input = { owner: null, file: 'gone' };
    await check(input);
    expect(input.file).toBeNull();
  });

  it('names at most 2,000 different things of a kind', async () => {
    const signs = Array.from({ length: 2_001 }, (_, n) => `${n}`);
    await expect(check({ owner: null, signs })).rejects.toThrow('at most 2000 different things');
  });

  it('has each kind looked up once, and none that it does not name', async () => {
    const user = vi.fn(there('ann'));
    const project = vi.fn(there('sold'));
    await assertThere(schema, { owner: null, signs: ['sold', 'sold'] }, { lookUps: { user, project } });
    expect(user).not.toHaveBeenCalled();
    expect(project.mock.calls).toEqual([[['sold']]]);
  });
});

describe('a call', () => {
  it('asks who calls once, and for what it names once, however its routes are put together', async () => {
    const { admin, agent } = await freshTenant();
    const caller = as(admin);
    await caller.call(api.users.me);
    const send = vi.spyOn(client, 'send');
    onTestFinished(() => send.mockRestore());
    const batches = () =>
      send.mock.calls.filter(([command]) => (command as object) instanceof BatchGetCommand).length;
    const columns = [{ header: 'Cell', field: 'mobile' }];
    const save = (options: object) =>
      caller.call(api.leads.saveImportMapping, { name: 'A', columns, options });
    expect((await save({})).status).toBe(201);
    expect(batches()).toBe(1);
    expect((await save({ ownerId: agent.userId })).status).toBe(201);
    expect(batches()).toBe(3);
  });

  it('that changes a journey may keep a template that has gone since, and name no other', async () => {
    const { admin } = await freshTenant();
    const caller = as(admin);
    const text = { name: 'Hello', channel: 'sms', body: 'Hello' } as const;
    const template = (await caller.call(api.messageTemplates.create, text)).body.id;
    const stepsOf = (templateId: string) => [{ id: 'stp_1', type: 'sms', config: { templateId } }];
    const made = await caller.call(api.journeys.create, { name: 'Welcome', steps: stepsOf(template) });
    const { id } = made.body;
    await caller.call(api.messageTemplates.remove, { id: template });
    const rename = await caller.call(api.journeys.update, { id, name: 'Hi', steps: stepsOf(template) });
    expect(rename.status).toBe(200);
    const other = await caller.call(api.journeys.update, { id, steps: stepsOf('mtp_other') });
    expect(other).toMatchObject({
      status: 400,
      body: { error: 'steps[0].config.templateId: There is no such message template.' },
    });
  });
});
