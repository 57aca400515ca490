import { describe, expect, it } from 'vitest';
import { runDue } from '#functions/journeys/engine/run.ts';
import { enrol } from '#functions/journeys/enrol.ts';
import { findEnrolment } from '#functions/journeys/store/enrolments.ts';
import { reconcile } from '#functions/signage/reconcile.ts';
import { announce as announceDelivery } from '#functions/webhooks/work/announce.ts';
import { api } from '#shared/api/index.ts';
import { openOffice } from '#tests/support/celebrations.ts';
import { line } from '#tests/support/journeys.ts';
import { withSandbox } from '#tests/support/sandbox.ts';
import { withWebhook } from '#tests/support/webhooks.ts';
import { undo } from './celebrate.ts';
import { announceLead } from './join.ts';

/* One sale that a rule, a journey and a webhook all want to celebrate. */

const { celebrations, journeys } = api;
const sandbox = withSandbox();
const phone = '+13055550123';

async function office() {
  const own = await openOffice(sandbox);
  const { tenant, admin, system, floor, lobby, sign, address } = own;
  /** Puts a lead into a journey that celebrates it, and runs its step as often as wanted. */
  const journey = async (leadId: string, displayIds: string[], { times = 1 } = {}) => {
    const projectId = await sign('Journey’s sign');
    const graph = line({ type: 'celebrate', config: { projectId, displayIds, minutes: 5 } });
    const { id } = (await admin.call(journeys.create, { name: 'Winners', ...graph })).body;
    expect((await admin.call(journeys.publish, { id })).status).toBe(200);
    const [entered] = await system(() => enrol(id, [leadId], { how: 'manual' }));
    const { enrolmentId } = entered as { enrolmentId: string };
    const { seq } = (await system(() => findEnrolment(enrolmentId)))!;
    for (let time = 0; time < times; time++) await system(() => runDue(enrolmentId, seq));
    const { body } = await admin.call(journeys.history, { id: enrolmentId });
    return body.history.map(({ text }) => text).join(' ');
  };
  /** What a webhook says of its announcement of the lead with the number, given to its worker twice. */
  const webhook = async (displayIds: string[]) => {
    const projectId = await sign('Webhook’s sign');
    const announcement = { enabled: true, projectId, displayIds, minutes: 5 };
    const hook = await withWebhook({ announcement }, tenant);
    const { id } = await hook.deliver({ phone, name: 'Ada Lovelace' });
    for (let time = 0; time < 2; time++) await hook.system(() => announceDelivery(hook.webhook.id, id));
    return (await hook.delivery(id)).announcement;
  };
  /** How many pictures a display shows one after another: the first, and those that waited for it. */
  const turnsOf = async (displayId: string) => {
    const seen = new Set<string>();
    for (let turn = 0; turn < 4; turn++) {
      const at = await address(displayId);
      if (at) seen.add(at);
      own.time.forward({ seconds: 21 });
      await system(() => reconcile(displayId));
    }
    return seen.size;
  };
  return { ...own, journey, webhook, turnsOf, both: [floor, lobby] };
}

describe('a sale that a rule celebrates', () => {
  it('is not shown again by a journey on the displays that have it, and by it on the others', async () => {
    const { rule, sell, journey, seen, floor, lobby, both, today, turnsOf } = await office();
    await rule({ all: false, displayIds: [floor] });
    const id = await sell('Ada', 4800);
    expect(await seen(lobby)).toBeUndefined();
    expect(await journey(id, both, { times: 2 })).toContain('Celebrated on 2 screens');
    expect((await seen(lobby))?.[2]).toBe('Ada Lovelace');
    const { wins, total } = await today();
    expect([wins.length, total, wins[0]!.state]).toEqual([1, 4800, 'celebrated']);
    expect(wins[0]!.note).toBe('On Sales floor. The journey “Winners”: on Lobby.');
    expect(await turnsOf(floor)).toBe(1);
  });

  it('is shown once where a webhook announces it as well, and its delivery says so', async () => {
    const { rule, sell, webhook, both, floor, today, turnsOf } = await office();
    await rule();
    await sell('Ada', 100, { phones: [phone] });
    expect(await webhook(both)).toBe('2 displays celebrate the sale already.');
    expect((await today()).wins).toHaveLength(1);
    expect(await turnsOf(floor)).toBe(1);
  });

  it('is one celebration where the journey is quicker than the rule', async () => {
    const { rule, lead, setStatus, journey, hear, told, both, floor, today, turnsOf } = await office();
    await rule();
    const id = await lead('Ada', 100);
    await setStatus(id, 'won');
    await journey(id, both);
    await hear(await told(id));
    const { wins } = await today();
    expect(wins.map(({ ruleName, how }) => [ruleName, how])).toEqual([['Every sale', 'sale']]);
    expect(await turnsOf(floor)).toBe(1);
  });

  it('is one celebration where both come at once', async () => {
    const { rule, lead, setStatus, journey, hear, told, both, floor, today, turnsOf } = await office();
    await rule();
    const id = await lead('Ada', 100);
    await setStatus(id, 'won');
    const events = await told(id);
    await Promise.all([hear(events), journey(id, both), hear(events)]);
    expect((await today()).wins).toHaveLength(1);
    expect(await turnsOf(floor)).toBe(1);
  });
});

describe('a sale that no rule celebrates', () => {
  it('is celebrated by the journey, and again by nobody', async () => {
    const { sell, journey, webhook, both, floor, today, turnsOf } = await office();
    const id = await sell('Ada', 100, { phones: [phone] });
    await journey(id, [floor]);
    const { wins } = await today();
    expect(wins).toMatchObject([{ state: 'celebrated', how: 'sale' }]);
    expect(wins[0]!.note).toContain('The journey “Winners”: on Sales floor.');
    expect(await webhook(both)).toBe(
      '“Webhook’s sign” shows on Lobby. 1 display celebrates the sale already.',
    );
    expect(await turnsOf(floor)).toBe(1);
  });
});

describe('a sale that is called off', () => {
  it('goes from the journey’s displays too, and no webhook brings it back', async () => {
    const { admin, sell, journey, webhook, seen, both, today } = await office();
    const id = await sell('Ada', 100, { phones: [phone] });
    await journey(id, both);
    expect((await seen())?.[2]).toBe('Ada Lovelace');
    const [win] = (await today()).wins;
    expect((await admin.call(celebrations.undo, { id: win!.id })).body.state).toBe('undone');
    expect(await seen()).toBeUndefined();
    expect(await webhook(both)).toBe('Not announced: Its sale was called off.');
    expect(await seen()).toBeUndefined();
  });

  it('while a journey shows it, is on no display', async () => {
    const { sell, system, records, projectId, floor, seen } = await office();
    const id = await sell('Ada', 100);
    const [record] = await records();
    const given = { event: 'step-one', projectId, displayIds: [floor], seconds: 60, leadId: id, data: {} };
    const show = () =>
      system(() => announceLead({ ...given, priority: 'NORMAL', by: 'The journey “Winners”' }));
    await Promise.all([show(), system(() => undo(record!, 'Called off.'))]);
    expect(await seen()).toBeUndefined();
    expect((await show()).held).toBe('Its sale was called off.');
  });
});

describe('a journey that celebrates', () => {
  it('keeps the quiet hours of the rule that its sale fits', async () => {
    const { rule, sell, journey, seen, both } = await office();
    await rule({ quietFrom: '11:30', quietTo: '12:30' });
    const id = await sell('Ada', 100);
    expect(await journey(id, both)).toContain('Not celebrated: The rule “Every sale” keeps quiet hours.');
    expect(await seen()).toBeUndefined();
  });

  it('shows a lead that is not won, or was won on another day, as what it is: no win of today', async () => {
    const { rule, lead, sell, journey, seen, both, today, time } = await office();
    await rule({ seconds: 5 });
    await sell('Grace', 100);
    const old = await sell('Ada', 100);
    time.forward({ days: 1 });
    await journey(old, both);
    expect((await seen())?.[2]).toBe('Ada Lovelace');
    await journey(await lead('Katherine', 5), both);
    expect((await today()).wins).toEqual([]);
  });
});
