import { expect, it, onTestFinished } from 'vitest';
import type { z } from 'zod';
import { setClock } from '#functions/kernel/clock.ts';
import type { DueKind } from '#functions/kernel/due.ts';
import { signAccessToken } from '#functions/kernel/tokens.ts';
import { markEarlier } from '#functions/sweeper/earlier.ts';
import { dueKinds } from '#functions/sweeper/kinds.ts';
import { readDue } from '#functions/sweeper/read-due.ts';
import type { EarlierProgress } from '#functions/sweeper/store.ts';
import { api } from '#shared/api/index.ts';
import { roleHas } from '#shared/model/permissions.ts';
import { type Route, routes } from '#tests/isolation/routes.ts';
import { idKind, sampleInput } from '#tests/isolation/sample.ts';
import { eventually } from '#tests/support/eventually.ts';
import { anybody, withToken } from '#tests/support/tenant.ts';
import type { EarlierData } from './earlier-data.ts';

const schemaOf = (route: Route) => route.procedure['~orpc'].inputSchema as z.ZodType;

/** The call's path with ids of the earlier data; undefined where it names a kind of which that has none. */
function idsFor(route: Route, things: Record<string, string>): Record<string, string> | undefined {
  const ids: Record<string, string> = {};
  for (const param of route.params) {
    const id = things[idKind(schemaOf(route), param)];
    if (!id) return undefined;
    ids[param] = id;
  }
  return ids;
}

/** Parameters that name nothing stored. */
const values: Record<string, unknown> = {
  phone: '+13055550100',
  provider: 'twilio',
  year: 2026,
  field: 'status',
  number: 1,
  url: 'https://example.com/picture.png',
};

/** Calls that answer otherwise than with 200, and why: nothing is wrong with the data. */
const otherwise: Record<string, { status: number; why: string }> = {
  'GET /calls/{id}/recording/comments': { status: 404, why: 'its call was not recorded' },
  'GET /contacts/{id}/conversation': { status: 404, why: 'nothing had been written to its lead' },
  'GET /content/exports/{id}/download': { status: 409, why: 'no renderer had worked on it' },
  'GET /content/personalised/{id}/download': { status: 409, why: 'no renderer had worked on it' },
  'GET /leads/imports/{id}/rejected': { status: 404, why: 'no row had been refused yet' },
  'GET /sales-rep-photos/by-email': { status: 404, why: 'no photo had been added' },
  'GET /privacy/person': { status: 400, why: 'the smallest question about a person names nobody' },
  'GET /reports/exports/{id}': { status: 404, why: 'its job is of a journey, and no export' },
  'GET /status': { status: 503, why: 'no minute has been looked at' },
  'GET /sms/agent/conversations/{id}': { status: 404, why: 'it is of no lead of the admin’s own' },
};

/** Calls that ask a third party or the bucket, which hold nothing of the earlier version. */
const elsewhere = new Set([
  'GET /content/projects/{id}/versions/{versionId}',
  'GET /proxy/image',
  'GET /signage/displays/{displayId}',
  'GET /signage/displays/{displayId}/plays',
  'GET /telnyx-dids/search',
  'GET /twilio-dids/search',
]);

const isForAdmins = ({ meta: { access } }: Route): boolean =>
  access === 'signed-in' || (access !== 'public' && roleHas('admin', access));

/**
 * What today's code is to make of an earlier version's data; at least so many calls must find something to read, and
 * the sweeper must find the work that was open.
 */
export function readsEarlierData(data: EarlierData, atLeast: number, open: readonly DueKind[]): void {
  const { admin, things, tenant } = data;
  const on = <T>(work: () => Promise<T>): Promise<T> => {
    // A minute after it was made: nothing in it has expired.
    const start = Date.parse(data.at) + 60_000 - Date.now();
    onTestFinished(setClock(() => Date.now() + start));
    return work();
  };
  const signIn = async () => {
    const { status, body } = await anybody(admin.address).call(api.auth.login, {
      username: admin.username,
      password: admin.password,
      tenantId: tenant.id,
    });
    expect([status, body.error]).toEqual([200, undefined]);
    return withToken(body.token, admin.address);
  };

  it('signs in with the password of then', () =>
    on(async () => {
      const caller = await signIn();
      const { status, body } = await caller.call(api.users.list, {});
      expect(status).toBe(200);
      expect(body.users.map(({ username }) => username).sort()).toEqual(['agent', 'boss', 'vendor']);
    }));

  it('goes on with a session of then', () =>
    on(async () => {
      const { S: sessionId } = data.items.find((item) => item.__edb_e__?.S === 'session')!.sessionId!;
      const token = await signAccessToken({ ...admin, sessionId: sessionId! });
      const { status } = await withToken(token, admin.address).call(api.users.list, {});
      expect(status).toBe(200);
    }));

  const reads = routes.filter(
    (route) =>
      route.method === 'GET' && isForAdmins(route) && !elsewhere.has(route.name) && idsFor(route, things),
  );
  it(`has enough to read`, () => expect(reads.length).toBeGreaterThanOrEqual(atLeast));

  it.each(reads)('answers $name', (route) =>
    on(async () => {
      const caller = await signIn();
      const sample = sampleInput(schemaOf(route));
      const known = Object.entries(values).filter(([name]) => name in sample);
      const input = { ...sample, ...idsFor(route, things), ...Object.fromEntries(known) };
      const { status, body } = (await caller.call(route.procedure, input)) as {
        status: number;
        body: { error?: string };
      };
      const expected = otherwise[route.name]?.status ?? 200;
      expect([status, status < 400 ? undefined : body.error]).toEqual([
        expected,
        expected < 400 ? undefined : expect.any(String),
      ]);
    }),
  );

  it('has the work found by the sweeper that was open then', () =>
    on(async () => {
      const noted: EarlierProgress[] = [];
      const progress: EarlierProgress = { rounds: 0, after: 0, failed: false, notBefore: 0, done: false };
      const round = (from: EarlierProgress) =>
        markEarlier({
          kinds: dueKinds,
          progress: from,
          tenantsAfter: async (after) => [tenant.id].filter((id) => id > after),
          note: async (next) => noted.push(next),
          deadline: Number.POSITIVE_INFINITY,
        });
      const kinds = async () => (await readDue('9')).entries.map(({ kind }) => kind).sort();
      const once = await round(progress);
      await eventually(async () => expect(await kinds()).toEqual(open));
      // Killed behind the first tenant and begun again, or a day later for the second time: nothing is there twice.
      expect(await round(noted[0]!)).toMatchObject({ rounds: 1, done: false });
      expect(await round({ ...once, notBefore: 0 })).toMatchObject({ rounds: 2, done: true });
      expect(await kinds()).toEqual(open);
    }));

  it('lists and opens a project of then, and edits an element', () =>
    on(async () => {
      const caller = await signIn();
      const id = things.prj!;
      await eventually(async () => {
        const { body } = await caller.call(api.content.list, {});
        expect(body.projects.map((project) => project.id)).toContain(id);
      });
      const opened = await caller.call(api.content.get, { id });
      const element = opened.body.elements.find((one) => one.id === things.elm)!;
      const { version } = element;
      const saved = await caller.call(api.content.updateElement, { id: element.id, version, opacity: 0.5 });
      expect(saved.status).toBe(200);
      const again = await caller.call(api.content.get, { id });
      expect(again.body.elements.find((one) => one.id === element.id)).toMatchObject({ opacity: 0.5 });
    }));
}
