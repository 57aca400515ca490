import { setTimeout as pause } from 'node:timers/promises';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { setClock } from '#functions/kernel/clock.ts';
import { signAccessToken } from '#functions/kernel/tokens.ts';
import { type Role, roles } from '#shared/api/contract.ts';
import { api } from '#shared/api/index.ts';
import { permissionTable } from '#shared/model/permissions.ts';
import { eventually } from '#tests/support/eventually.ts';
import {
  anybody,
  as,
  freshTenant,
  type TestTenant,
  type TestUser,
  withToken,
} from '#tests/support/tenant.ts';
import { type Route, routes } from './routes.ts';
import { idKind, namesThings, sampleInput } from './sample.ts';
import { everythingOf, thingsOf } from './things.ts';

/**
 * The one market over all tenants: what a call may show of another's, and why (docs/decisions/035). What else crosses, and
 * how it is abused in vain, is tried in tests/isolation/market.test.ts.
 */
const crosses: Readonly<Record<string, { kinds: readonly string[]; why: string }>> = {
  'GET /marketplace/providers': { kinds: ['mpr'], why: 'buyers see the shops that sell, by name' },
};

let own: TestTenant;
let other: TestTenant;
let theirs: Record<string, string>;
let before: string;
let users: Record<Role, TestUser>;
let forged: string;
let expired: string;
/** Of the admin's own session, as a browser has them. */
let cookies: string[];
let combinations = 0;
/** What an index may be late by, ms, on a machine that is busy with other tests. */
const indexMs = 500;

beforeAll(async () => {
  [own, other] = await Promise.all([freshTenant(), freshTenant()]);
  theirs = await thingsOf(other);
  // Lists come from indexes, which tell of new things some milliseconds late.
  before = await eventually(async () => {
    const all = await everythingOf(other);
    for (const id of [theirs.prj, theirs.exp, theirs.usr]) expect(all).toContain(id);
    await pause(indexMs);
    expect(await everythingOf(other)).toBe(all);
    return all;
  });
  const { admin, agent, vendor } = own;
  users = { admin, agent, vendor, operator: await own.user('operator') };
  forged = await new SignJWT({ tid: own.id, role: 'admin', name: 'boss', sid: 'ses_x' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('dealbell')
    .setSubject(admin.userId)
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode('not the key of this platform, but as long as one'));
  const login = { username: admin.username, password: admin.password, tenantId: own.id };
  const session = await anybody(own.address).call(api.auth.login, login, {
    headers: { 'x-session': 'cookie', 'content-type': 'application/json' },
  });
  cookies = session.cookies.map((cookie) => cookie.split(';')[0]!);
  expect(cookies).toHaveLength(2);
  const restore = setClock(() => Date.now() - 3_600_000);
  expired = await signAccessToken({ ...admin, sessionId: 'ses_x' });
  restore();
  // Everything that a tenant can own is made twice.
}, 60_000);

afterAll(() => {
  console.log(`isolation: ${routes.length} routes, ${combinations} route × case combinations`);
});

const schemaOf = (route: Route) => route.procedure['~orpc'].inputSchema as z.ZodType;
const inputOf = (route: Route) => sampleInput(schemaOf(route));

/** The contract's own word on who may call, read again so that the code under test does not judge itself. */
function mayCall(route: Route, role: Role): boolean {
  const { access } = route.meta;
  if (access === 'public' || access === 'signed-in') return true;
  const named: readonly Role[] = permissionTable[access].roles;
  return named.includes(role) || (role === 'admin' && named.some((other) => other !== 'operator'));
}

describe.each(routes)('$name', (route) => {
  const guarded = route.meta.access !== 'public';
  const send = (caller: ReturnType<typeof as>, extra: Record<string, unknown> = {}) => {
    combinations++;
    return caller.call(route.procedure, { ...inputOf(route), ...extra });
  };

  it.runIf(guarded)('refuses a caller without a token', async () => {
    const { status, body } = await send(anybody(own.address));
    expect(status).toBe(401);
    expect(body).toMatchObject({ error: 'Authentication required. Please log in.' });
  });

  it.runIf(guarded)('reads no cookie', async () => {
    combinations++;
    const { status } = await anybody(own.address).call(route.procedure, inputOf(route), {
      cookies,
      headers: { 'x-session': 'cookie' },
    });
    expect(status).toBe(401);
  });

  it.runIf(guarded)('refuses a forged and an expired token', async () => {
    expect(await send(withToken(forged))).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    expect(await send(withToken(expired))).toMatchObject({ status: 401, body: { code: 'token_expired' } });
    expect((await send(withToken(`${forged}x`))).status).toBe(401);
  });

  const denied = roles.filter((role) => !mayCall(route, role));
  it.runIf(denied.length > 0)(`refuses the roles ${denied.join(', ')}`, async () => {
    for (const role of denied) {
      const { status, body } = await send(as(users[role]));
      expect(status, `${role}: ${JSON.stringify(body)}`).toBe(403);
      expect(body.error).toMatch(/^Access denied\. .+ role required\.$/);
    }
  });

  it.runIf(guarded)("refuses another tenant's number as parameter or header", async () => {
    const caller = as(own.admin);
    const request = { ...inputOf(route) };
    const byHeader = await caller.send(route.noun, {
      method: route.method,
      path: fill(route, request),
      headers: { 'x-tenant-id': String(other.id) },
    });
    const byQuery = await caller.send(route.noun, {
      method: route.method,
      path: fill(route, request),
      query: `tenantId=${other.id}`,
    });
    combinations += 2;
    for (const answer of [byHeader, byQuery])
      expect(answer).toMatchObject({ status: 403, body: { code: 'wrong_tenant' } });
  });

  const allowed = roles.find((role) => role !== 'operator' && mayCall(route, role));
  it.runIf(guarded && namesThings(route.params) && allowed)(
    "knows nothing of another tenant's ids",
    async () => {
      const ids = Object.fromEntries(
        route.params.map((param) => {
          const kind = idKind(schemaOf(route), param);
          const id = theirs[kind];
          if (!id) throw new Error(`tests/isolation/things.ts makes nothing with an id of the kind ${kind}.`);
          return [param, id];
        }),
      );
      const { status, body } = await send(as(users[allowed!]), ids);
      expect(status, JSON.stringify(body)).toBe(404);
      expect(JSON.stringify(body)).not.toContain(`Project of tenant ${other.id}`);
    },
  );

  it.runIf(guarded && route.method === 'GET' && route.params.length === 0 && !route.meta.binary && allowed)(
    "answers nothing of another tenant's",
    async () => {
      const { status, body } = await send(as(users[allowed!]));
      const answer = JSON.stringify(body);
      // What a carrier sells is asked of the carrier, and here is none; nor is a rep of the sample's address, and the
      // smallest question about a person names nobody.
      if (!['provider_not_connected', 'no_photo', 'nobody_named'].includes(body.code!))
        expect(status, answer).toBeLessThan(300);
      for (const [kind, id] of Object.entries(theirs))
        if (kind !== 'number' && !crosses[route.name]?.kinds.includes(kind)) expect(answer).not.toContain(id);
    },
  );

  it('refuses a field that it does not know, and malformed JSON', async () => {
    const caller = as(users[allowed ?? 'operator']);
    const unknown = await send(caller, { unheardOf: true });
    expect(unknown.status, JSON.stringify(unknown.body)).toBe(400);
    if (['GET', 'DELETE'].includes(route.method)) return;
    combinations++;
    const broken = await caller.send(route.noun, {
      method: route.method,
      path: fill(route, inputOf(route)),
      headers: { 'content-type': 'application/json' },
      body: '{"name": ',
    });
    // A webhook keeps what it refuses, so whose it is comes first.
    const error =
      route.noun === 'hooks' ? 'This is not the address of a webhook.' : 'The body is not valid JSON.';
    expect(broken).toMatchObject({ status: 400, body: { error } });
  });
});

const fill = ({ path }: Route, input: Record<string, unknown>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name] ?? 'x')));

it("finds another tenant's leads in no bulk call", async () => {
  const admin = as(users.admin);
  const ids = [theirs.led!];
  const answers = [
    await admin.call(api.leads.bulkPatch, { ids, changes: { source: 'Taken' } }),
    await admin.call(api.leads.bulkRemove, { ids }),
    await admin.call(api.leads.bulkRestore, { ids }),
    await admin.call(api.leads.bulkRestore, { ids: [theirs.ledGone!] }),
  ];
  for (const { body } of answers)
    expect(body.results).toMatchObject([{ status: 'failed', error: expect.stringContaining('not found') }]);
});

it("has left everything of the other tenant's as it was", async () => {
  const [now, then] = [JSON.parse(await everythingOf(other)), JSON.parse(before)];
  expect(now).toEqual(then);
});
