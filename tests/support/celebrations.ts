import { expect } from 'vitest';
import { dayOf } from '#functions/celebrations/day.ts';
import { celebrationsBetween } from '#functions/celebrations/store.ts';
import { handler } from '#functions/celebrations/worker.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { Events } from '#functions/kernel/events.ts';
import { api } from '#shared/api/index.ts';
import type { CelebrationRuleFields } from '#shared/model/celebration.ts';
import { newElement } from '#shared/scene/registry.ts';
import { lambdaContext } from './gateway.ts';
import { anybody, as, freshTenant } from './tenant.ts';
import { timeTravel } from './time.ts';

const { celebrations, content, leads, signage } = api;
/** A Wednesday, noon in New York. */
export const noon = '2026-06-10T16:00:00.000Z';
let bells = 0;

/** An office with two displays, a sign for sales, and what a person sees who stands before its displays. */
export async function openOffice(sandbox: () => { origin: string }) {
  const time = timeTravel(noon);
  const tenant = await freshTenant();
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  const { displays } = (await admin.call(signage.displays)).body;
  const [floor, lobby] = displays.map(({ id }) => id) as [string, string];
  const sign = async (name: string) => {
    const { id: projectId } = (await admin.call(content.create, { name })).body;
    const {
      id: _id,
      version: _version,
      ...element
    } = newElement('text', { id: 'elm_1', x: 0, y: 0, layerOrder: 0 });
    const text = '{{ rep.name }} sold {{ deal.amount }} to {lead.name}';
    await admin.call(content.createElement, {
      id: projectId,
      element: { ...element, properties: { ...element.properties, text } } as never,
    });
    return projectId;
  };
  const projectId = await sign('Sale');
  const rule = async (fields: Partial<CelebrationRuleFields> = {}) => {
    const given = { name: 'Every sale', projectId, ...fields };
    const { status, body } = await admin.call(celebrations.createRule, given);
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  /** What the bus tells of leads, in any order and as often as it likes. */
  const told = async (...leadIds: string[]) => {
    const pages = await Promise.all(
      leadIds.map((entityId) =>
        system(() =>
          Events.query.byEntity({ tenantId: tenant.id, entityId }).go({ consistent: true, pages: 'all' }),
        ),
      ),
    );
    return pages
      .flatMap(({ data }) => data)
      .filter(({ type }) => type === 'lead.deal' || type === 'lead.deleted')
      .map((detail) => ({
        messageId: detail.eventId,
        receiptHandle: detail.eventId,
        body: JSON.stringify({ 'detail-type': detail.type, detail }),
        attributes: { ApproximateReceiveCount: '1' },
      }));
  };
  const hear = async (records: Awaited<ReturnType<typeof told>>) => {
    const { batchItemFailures } = await handler({ Records: records } as never, lambdaContext());
    expect(batchItemFailures).toEqual([]);
  };
  const lead = async (firstName: string, dealAmount: number, more: object = {}) =>
    (
      await admin.call(leads.create, {
        firstName,
        lastName: 'Lovelace',
        dealAmount,
        ownerId: tenant.agent.userId,
        ...more,
      })
    ).body.id;
  const setStatus = (id: string, status: string) => admin.call(leads.update, { id, status });
  /** A lead that is won, and heard of. */
  const sell = async (firstName: string, amount: number, more: object = {}) => {
    const id = await lead(firstName, amount, more);
    expect((await setStatus(id, 'won')).status).toBe(200);
    await hear(await told(id));
    time.forward({ seconds: 1 });
    return id;
  };
  const address = async (display = floor): Promise<string | undefined> => {
    const answer = await fetch(`${sandbox().origin}/display/${display}/state?preview=1`);
    const { url } = (await answer.json()) as { url: string | null };
    return url ? new URL(url).pathname.split('/').at(-1)! : undefined;
  };
  /** What a display tells. */
  const seen = async (display = floor) => {
    const at = await address(display);
    if (!at) return undefined;
    const { data } = (await anybody().call(content.publicContent, { publicId: at })).body;
    const of = data as { lead?: { name?: string }; rep?: { name?: string }; deal?: { amount?: number } };
    return [of.rep?.name, of.deal?.amount, of.lead?.name];
  };
  const today = async (who = admin) => (await who.call(celebrations.today, {})).body;
  const ring = (who: typeof admin, fields: object) =>
    who.call(celebrations.ring, { requestId: `bell-number-${++bells}`, ...fields } as never);
  const records = () => system(async () => celebrationsBetween((await dayOf()).from, (await dayOf()).to));
  const own = { tenant, admin, agent, time, floor, lobby, projectId, sign, rule, system, told, hear, lead };
  return { ...own, setStatus, sell, address, seen, today, ring, records };
}
