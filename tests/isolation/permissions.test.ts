import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { everyKey, findKey, updateWrite } from '#functions/apiKeys/store.ts';
import { endSession } from '#functions/auth/store.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { commit } from '#functions/kernel/table.ts';
import { signAccessToken } from '#functions/kernel/tokens.ts';
import { changeUser } from '#functions/users/change.ts';
import { findUser } from '#functions/users/store.ts';
import { api } from '#shared/api/index.ts';
import {
  isGrantable,
  type Permission,
  permissionNames,
  permissionRequired,
  permissionTable,
} from '#shared/model/permissions.ts';
import {
  as,
  freshTenant,
  sessionOf,
  type TestTenant,
  type TestUser,
  withToken,
} from '#tests/support/tenant.ts';
import { type Route, routes } from './routes.ts';
import { sampleInput } from './sample.ts';

/*
 * Every guarded call with its permission granted and denied, by API keys with and without it, and by callers whose
 * right has ended. Each call carries a field that it does not know: whom the guard lets pass is answered 400, whom it
 * does not is answered before that.
 */

let own: TestTenant;
let granted: TestUser;
let denied: TestUser;
let overToken: string;
let withPermission: { id: string; secret: string };
let withoutPermission: { id: string; secret: string };
let revoked: string;
let foreign: string;
let combinations = 0;

async function makeKey(tenant: TestTenant) {
  const { body } = await as(tenant.admin).call(api.apiKeys.create, {
    name: 'Key',
    permissions: ['dashboard.view'],
  });
  // The rate of keys has tests of its own.
  await asSystem(tenant.id, 'test', async () =>
    commit(updateWrite((await findKey(body.key.id))!, { perMinute: 1_000_000 })),
  );
  return { id: body.key.id, secret: body.secret };
}

beforeAll(async () => {
  const other = await freshTenant();
  own = await freshTenant();
  [granted, denied] = [await own.user('vendor'), await own.user('agent')];
  const leaver = await own.user('admin');
  const sessionId = await sessionOf(leaver);
  overToken = await signAccessToken({ ...leaver, sessionId });
  await asSystem(own.id, 'test', () => endSession(sessionId, 'signed out'));
  withPermission = await makeKey(own);
  withoutPermission = await makeKey(own);
  const gone = await makeKey(own);
  revoked = gone.secret;
  await as(own.admin).call(api.apiKeys.revoke, { id: gone.id });
  // Another tenant's key that says it is one of this tenant.
  foreign = (await makeKey(other)).secret.replace(`dbk_${other.id}_`, `dbk_${own.id}_`);
  expect(await asSystem(own.id, 'test', everyKey)).toHaveLength(3);
}, 60_000);

afterAll(() => {
  console.log(`permissions: ${guarded.length} guarded routes, ${combinations} route × case combinations`);
});

const guarded = routes.filter(({ meta }) => meta.access !== 'public');

/** What a user may beyond or short of the role, as an admin would have set it. */
const give = ({ userId }: TestUser, permissions: Record<string, boolean>) =>
  asSystem(own.id, 'test', async () => changeUser((await findUser(userId))!, { permissions }));

const giveKey = (id: string, permissions: Permission[]) =>
  asSystem(own.id, 'test', async () => commit(updateWrite((await findKey(id))!, { permissions })));

const allBut = (permission: Permission) =>
  permissionNames.filter((name) => name !== permission && isGrantable(name));

describe.each(guarded)('$name', (route: Route) => {
  const { access } = route.meta;
  const permission = access === 'public' || access === 'signed-in' ? undefined : access;
  const grantable = permission !== undefined && isGrantable(permission);
  const schema = route.procedure['~orpc'].inputSchema as z.ZodType;
  const send = (caller: ReturnType<typeof as>) => {
    combinations++;
    return caller.call(route.procedure, { ...sampleInput(schema), unheardOf: true });
  };
  const pastTheGuard = { status: 400 };
  const lacking = {
    status: 403,
    body: { code: 'permission_denied', error: permission && permissionRequired(permission) },
  };

  it.runIf(grantable)('lets somebody pass who has nothing but its permission', async () => {
    await give(granted, { [permission!]: true });
    expect(await send(as(granted))).toMatchObject(pastTheGuard);
  });

  // Vendors sell on the market by their role; of all else they have nothing.
  const has = (role: string) =>
    permission !== undefined && (permissionTable[permission].roles as readonly string[]).includes(role);

  it.runIf(permission !== undefined && !has('vendor'))(
    'refuses somebody who was granted every permission but its own',
    async () => {
      await give(granted, Object.fromEntries(allBut(permission!).map((name) => [name, true])));
      const { status, body } = await send(as(granted));
      expect([status, body.error]).toEqual([403, expect.stringMatching(/role required\.$/)]);
    },
  );

  it.runIf(permission !== undefined && !grantable && !has('vendor'))(
    'lets nobody pass by a grant that nobody may give',
    async () => {
      await give(granted, { [permission!]: true });
      expect((await send(as(granted))).status).toBe(403);
      await giveKey(withPermission.id, [permission!]);
      expect(await send(withToken(withPermission.secret))).toMatchObject(lacking);
    },
  );

  it.runIf(grantable && has('agent'))('refuses an agent from whom its permission was taken', async () => {
    await give(denied, { [permission!]: false });
    expect(await send(as(denied))).toMatchObject(lacking);
  });

  it.runIf(grantable && has('vendor'))('refuses a vendor from whom its permission was taken', async () => {
    await give(granted, { [permission!]: false });
    expect(await send(as(granted))).toMatchObject(lacking);
  });

  it.runIf(grantable)('lets an API key pass that has its permission alone', async () => {
    await giveKey(withPermission.id, [permission!]);
    expect(await send(withToken(withPermission.secret))).toMatchObject(pastTheGuard);
  });

  it.runIf(permission !== undefined)('refuses an API key with every permission but its own', async () => {
    await giveKey(withoutPermission.id, allBut(permission!));
    expect(await send(withToken(withoutPermission.secret))).toMatchObject(lacking);
  });

  it.runIf(permission === undefined)('wants a person and no API key', async () => {
    await giveKey(withPermission.id, permissionNames.filter(isGrantable));
    expect(await send(withToken(withPermission.secret))).toMatchObject({
      status: 403,
      body: { code: 'person_required' },
    });
  });

  it("refuses another tenant's API key, a revoked one and an ended session", async () => {
    expect(await send(withToken(foreign))).toMatchObject({ status: 401, body: { code: 'invalid_key' } });
    expect(await send(withToken(revoked))).toMatchObject({ status: 401, body: { code: 'key_revoked' } });
    expect(await send(withToken(overToken))).toMatchObject({ status: 401, body: { code: 'session_over' } });
  });
});
