import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { anybody } from '#tests/support/tenant.ts';
import { handler } from './bootstrap.ts';
import { defaultTenantId, makeLink, operatorExists } from './setup-link.ts';

/*
 * The default tenant is one for all tests of a run, so this is one story. CloudFormation's address is a server here.
 */

interface Answer {
  Status: string;
  PhysicalResourceId: string;
  RequestId: string;
  Data?: { Path: string };
}

const answers: Answer[] = [];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  answers.push(JSON.parse(body) as Answer);
  response.end();
});
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
afterAll(() => void server.close());

async function deploy(RequestType: string, RequestId: string): Promise<Answer> {
  await handler({
    RequestType,
    RequestId,
    ResponseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/answer`,
    StackId: 'arn:aws:cloudformation:us-east-1:000000000000:stack/Dealbell-dev-Web/1',
    LogicalResourceId: 'FirstAdminLink',
    ResourceType: 'Custom::FirstAdminLink',
  });
  return answers.at(-1)!;
}

const tokenIn = ({ Data }: Answer) => /^\/setup#(setup_1_[\w-]{43})$/.exec(Data!.Path)![1]!;

const admin = { username: 'first', email: 'first@brightside.example', password: 'seven small bells ring' };
const operator = { username: 'ops', email: 'ops@platform.example', password: 'nine tall towers stand' };
const company = { companyName: 'Brightside Solar', timeZone: 'America/Chicago' };
const { setup, checkSetup } = api.platform;

it('gives a deployment one link for its first admin and operator, and none once it was used', async () => {
  const created = await deploy('Create', 'request-1');
  expect(created).toMatchObject({
    Status: 'SUCCESS',
    PhysicalResourceId: 'first-admin-link',
    RequestId: 'request-1',
  });
  const token = tokenIn(created);
  // Lambda may be handed the same request twice: the link that stands in the output goes on working.
  expect(tokenIn(await deploy('Create', 'request-1'))).toBe(token);
  expect((await anybody().call(checkSetup, { token })).body).toMatchObject({
    company: null,
    mayMakeOperator: true,
  });

  // An update before the link was used gives another in its place, since only a hash of the first is kept.
  const renewed = tokenIn(await deploy('Update', 'request-2'));
  expect((await anybody().call(checkSetup, { token })).body.code).toBe('link_unknown');

  // One that is lost is made again by hand.
  const byHand = await handler({});
  expect(byHand?.link).toMatch(/^http:\/\/localhost:3000\/setup#setup_1_[\w-]{43}$/);
  expect((await anybody().call(checkSetup, { token: renewed })).status).toBe(404);
  const current = byHand!.link!.split('#')[1]!;

  expect(await anybody().call(setup, { token: current, admin, operator })).toMatchObject({
    status: 400,
    body: { error: 'Please enter a name.' },
  });
  expect(
    await anybody().call(setup, {
      token: current,
      ...company,
      admin,
      operator: { ...operator, username: 'first' },
    }),
  ).toMatchObject({ status: 400, body: { error: 'The operator needs a username of their own.' } });

  const made = await anybody().call(setup, { token: current, ...company, admin });
  expect(made).toMatchObject({
    status: 201,
    body: { tenantId: 1, tenantName: 'Brightside Solar', username: 'first' },
  });

  // Used without an operator: no deployment makes a link any more, but a person with the account may.
  expect((await deploy('Update', 'request-3')).Data).toEqual({ Path: '/login' });
  const second = (await handler({}))!.link!.split('#')[1]!;
  expect((await anybody().call(checkSetup, { token: second })).body).toMatchObject({
    company: 'Brightside Solar',
  });
  const other = { ...admin, username: 'second', email: 'second@brightside.example' };
  expect((await anybody().call(setup, { token: second, admin: other, operator })).status).toBe(201);
  const login = await anybody().call(api.auth.login, {
    username: 'ops',
    password: operator.password,
    tenantId: 1,
  });
  expect(login.body.role).toBe('operator');

  // With an operator there, nothing makes a link, and none that was left works.
  expect(await handler({})).toMatchObject({ link: null });
  expect((await deploy('Update', 'request-4')).Data).toEqual({ Path: '/login' });
  const left = await makeLink(defaultTenantId);
  await eventually(async () => expect(await operatorExists()).toBe(true));
  expect(
    (await anybody().call(setup, { token: left.token, admin: { ...other, username: 'mallory' } })).body.code,
  ).toBe('link_used');
  expect(await deploy('Delete', 'request-5')).toMatchObject({ Status: 'SUCCESS' });
});
