import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { askGalaxy, assertCredentials, type TracerAccount } from './galaxy.ts';
import { criteriaOf, personsIn } from './persons.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await TestSandbox.open();
});
afterAll(() => sandbox.close());

const account = (name = 'sandbox-one', more: Partial<TracerAccount> = {}): TracerAccount => ({
  url: `${sandbox.origin}/galaxy`,
  label: 'Tracers',
  accessProfile: name,
  password: name,
  sandbox: true,
  ...more,
});
const june = {
  firstName: 'June',
  lastName: 'Harper',
  address: '12 Maple Ave',
  city: 'Springfield',
  state: 'Illinois',
  postcode: '62701',
  email: '',
};

/** A server that answers what it is told to, and keeps what it was asked. */
async function provider(status: number, body: string | undefined) {
  const asked: { url: string | undefined; headers: Record<string, unknown>; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    asked.push({ url: request.url, headers: request.headers, body: text });
    if (body === undefined) return request.socket.destroy();
    response.writeHead(status, { location: 'http://169.254.169.254/' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { asked, account: account('profile', { url, password: 'secret' }) };
}

describe('a request of the Galaxy API', () => {
  it('names the access profile and the search type, and is the criteria in its own words', async () => {
    const { asked, account: own } = await provider(200, '{"persons":[],"isError":false}');
    await askGalaxy(own, 'Person', criteriaOf(june));
    await askGalaxy(own, 'ReversePhonePerson', criteriaOf({ phone: '+13055550142' }));
    expect(asked.map(({ url }) => url)).toEqual(['/PersonSearch', '/PersonSearch']);
    expect(asked[0]!.headers).toMatchObject({
      'galaxy-ap-name': 'profile',
      'galaxy-ap-password': 'secret',
      'galaxy-search-type': 'Person',
      'content-type': 'application/json',
    });
    expect(JSON.parse(asked[0]!.body)).toEqual({
      FirstName: 'June',
      LastName: 'Harper',
      Addresses: [{ AddressLine1: '12 Maple Ave', AddressLine2: 'Springfield, IL 62701' }],
      Page: 1,
      ResultsPerPage: 10,
    });
    expect(JSON.parse(asked[1]!.body)).toEqual({ Phone: '(305) 555-0142', Page: 1, ResultsPerPage: 10 });
  });

  it.each([
    [
      'a good answer that has an error object',
      200,
      '{"persons":[],"isError":false,"error":{"warnings":[]}}',
      null,
    ],
    ['an error in a good status', 200, '{"isError":true,"error":{"message":"Boom"}}', ['maybe', 'unknown']],
    [
      'a spent account',
      200,
      '{"isError":true,"error":{"message":"Insufficient balance"}}',
      ['no', 'account'],
    ],
    ['a status for payment', 402, '', ['no', 'account']],
    ['wrong credentials', 401, '{}', ['no', 'account']],
    ['missing rights', 403, '{"message":"You do not have access to this search type"}', ['no', 'account']],
    ['criteria that do not do', 400, '{"error":{"inputErrors":["More, please."]}}', ['no', 'criteria']],
    ['criteria errors in a good status', 200, '{"error":{"inputErrors":["More."]}}', ['no', 'criteria']],
    ['too many requests', 429, '{}', ['no', 'busy']],
    ['a fault of its own', 503, 'oops', ['maybe', 'unknown']],
    ['a text in place of JSON', 200, 'ERROR: out of order', ['maybe', 'unknown']],
    ['JSON without persons', 200, '{}', ['maybe', 'unknown']],
    ['a redirect', 302, '', ['maybe', 'unknown']],
    ['a connection that is cut', 0, undefined, ['maybe', 'unknown']],
  ])('with %s is told what it means for the bill', async (_what, status, body, expected) => {
    const { asked, account: own } = await provider(status, body);
    const answer = await askGalaxy(own, 'Person', criteriaOf(june)).then(
      () => null,
      ({ billed, cause }) => [billed, cause],
    );
    expect(answer).toEqual(expected);
    expect(asked).toHaveLength(1);
  });

  it('that nobody takes, or that would go to a private address, was not billed', async () => {
    const closed = account('x', { url: 'http://127.0.0.1:9' });
    await expect(askGalaxy(closed, 'Person', {})).rejects.toMatchObject({ billed: 'no', cause: 'unreached' });
    const { asked, account: own } = await provider(200, '{"persons":[]}');
    const url = own.url.replace('127.0.0.1', 'localhost');
    const guarded = { ...own, url, sandbox: false };
    await expect(askGalaxy(guarded, 'Person', {})).rejects.toMatchObject({
      billed: 'no',
      cause: 'unreached',
    });
    expect(asked).toHaveLength(0);
  });
});

describe('the stand-in', () => {
  it('finds one, several and nobody', async () => {
    const find = async (lastName: string) => {
      const query = { ...june, lastName };
      return personsIn(await askGalaxy(account(), 'Person', criteriaOf(query)), query);
    };
    const [harper, ...more] = await find('Harper');
    expect(more).toEqual([]);
    expect(harper).toMatchObject({
      name: 'June J Harper',
      confidence: 100,
      emails: ['june.harper@example.com'],
      addresses: [{ street: '12 Maple Ave', city: 'Springfield', state: 'IL', postcode: '62701' }],
      relatives: [{ relation: 'Sibling' }],
    });
    expect(harper!.phones.map(({ number, type }) => [number.slice(0, 10), type])).toEqual([
      ['+121755501', 'mobile'],
      ['+121755501', 'landline'],
    ]);
    const several = await find('Several');
    expect(several).toHaveLength(3);
    expect(several[0]!.confidence).toBeGreaterThan(several[1]!.confidence);
    expect(await find('Nobody')).toEqual([]);
  });

  it('takes longer than anybody waits, and bills it', async () => {
    const late = criteriaOf({ ...june, lastName: 'Timeout' });
    await expect(askGalaxy(account('sandbox-late'), 'Person', late, 300)).rejects.toMatchObject({
      message: 'The answer of Tracers was lost.',
      billed: 'maybe',
    });
    const { body } = await sandbox.ask<{ requests: { account: string; billed: boolean }[] }>(
      'GET',
      '/sandbox/galaxy',
    );
    expect(body.requests.filter((one) => one.account === 'sandbox-late')).toMatchObject([{ billed: true }]);
  });

  it('tells wrong credentials from right ones without a search', async () => {
    await assertCredentials(account('sandbox-two'));
    await expect(assertCredentials(account('sandbox-wrong'))).rejects.toThrow(
      /does not take the credentials/,
    );
    const { body } = await sandbox.ask<{ requests: { account: string }[] }>('GET', '/sandbox/galaxy');
    expect(body.requests.some((one) => one.account === 'sandbox-two')).toBe(false);
  });
});
