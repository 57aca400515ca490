import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { api } from '#shared/api/index.ts';
import { type Fields, putThings } from '#tests/support/put-things.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

/*
 * What a PUT leaves out keeps its value (docs/adding-a-call.md): tried of every PUT of the contract that changes parts of a
 * thing, with nothing, with one field, and with a field that there is not.
 */

interface Contract {
  '~orpc': { route: { method: string; path: string }; inputSchema: z.ZodObject };
}
type Call = Parameters<ReturnType<typeof as>['call']>[0];
const puts = new Map<string, Contract>(
  Object.entries(api as unknown as Record<string, Record<string, Contract>>).flatMap(([noun, calls]) =>
    Object.entries(calls)
      .filter(([, call]) => call['~orpc'].route.method === 'PUT')
      .map(([name, call]) => [`${noun}.${name}`, call] as const),
  ),
);

/** PUTs that are one act, with what it takes: there is nothing to leave out. */
const acts = [
  'agentStatus.setMine',
  'agentStatus.setOf',
  'calls.makeTranscript',
  'calls.setStatus',
  'conversations.setTags',
  'scripts.answer',
  'content.saveElements',
  'content.reorderElements',
  'content.setThumbnail',
  'content.renameFolder',
  'content.renamePreset',
  'content.nameVersion',
  'dialplans.nameVersion',
  'journeys.updateStep',
  'leads.updateScoring',
  'journeys.autoEnrollment',
  'pbx.orderDispositions',
  'pbx.markVoicemail',
  'pbx.pauseQueueMember',
  'pbx.setExtensionStatus',
  'platform.setPlan',
  'privacy.setHold',
  'privacy.setRetention',
  'repPhotos.crop',
  'repPhotos.setFallback',
  'sms.readConversation',
  'sms.readUnified',
  'sms.readAgentConversation',
  'sms.setDefaultProvider',
  'tcpa.declareEmergencies',
  'telephony.moveToExchange',
  'tenants.setContexts',
  'users.changePassword',
];

/** Not tried here, and why. */
const untried: Record<string, string> = {
  'agentStatus.updateIngroup': 'needs a queue, which the tests of functions/agentStatus make',
  'content.updateElement':
    'needs a project that holds the element, which the tests of functions/content make',
  'platform.setCaps': 'is the operator’s, of another tenant',
  'marketplace.setCertificateProvider':
    'answers its keys by name and as fields too, which functions/marketplace/certificates tries',
  'marketplace.setPaymentProvider':
    'is the operator’s, and answers its keys by name and as fields too, which functions/marketplace/payments tries',
  'marketplace.updateProvider': 'is the operator’s, of another tenant',
  'tracers.setAccess': 'is the operator’s, of another tenant',
  'signage.setConfig': 'asks the provider of signage',
  'signage.setDisplay': 'needs a display of the provider',
  'users.rolePermissions': 'names a role or the grants, of somebody else than the caller',
};

/** What every write moves on, and what is shown once. */
const moving = ['version', 'updatedAt', 'updatedBy', 'secret'];

it('each PUT of the contract is tried here, or named as an act', () => {
  expect([...puts.keys()].sort()).toEqual(
    [...Object.keys(putThings), ...acts, ...Object.keys(untried)].sort(),
  );
});

describe.each(Object.entries(putThings))('%s', (name, { make, change }) => {
  const call = puts.get(name)!;
  const inPath = [...call['~orpc'].route.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key!);

  it('keeps what it leaves out, and refuses fields that there are not', async () => {
    const tenant = await freshTenant();
    const admin = as(tenant.admin);
    const { status = 200, body, path } = await make(admin, tenant.id);
    expect({ status, body }).toMatchObject({ status: expect.toSatisfy((n: number) => n < 300) });
    const before = body as Fields;
    const place = path ?? Object.fromEntries(inPath.map((key) => [key, before[key]]));
    const put = async (fields: Fields) => {
      const { status, body: after } = await admin.call(call as unknown as Call, { ...place, ...fields });
      return { status, after: after as Fields };
    };
    const nothing = await put({});
    // The answer to making something may tell more of it.
    const keys = Object.keys(before).filter((key) => key in nothing.after && !moving.includes(key));
    const of = (thing: Fields) => Object.fromEntries(keys.map((key) => [key, thing[key]]));
    expect({ status: nothing.status, ...of(nothing.after) }).toEqual({ status: 200, ...of(before) });
    const changed = await put(change);
    expect(of(changed.after)).toEqual({ ...of(before), ...change });
    expect((await put({ noSuchField: 1 })).status).toBe(400);
  });
});
