import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { callEnded } from '../listening.ts';
import { transferTo } from './transfer.ts';

const monday = '2026-11-23T16:00:00.000Z';

async function closers(more: object = {}) {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const numbers = [{ phoneNumber: '+13055550101' }];
  const { body } = await admin.call(api.transferGroups.create, { name: 'Closers', numbers, ...more });
  const to = (key: string, config: object = {}) =>
    asSystem(tenant.id, 'test', () =>
      transferTo({ transferNumber: '', transferGroupId: body.id, ...config }, key),
    );
  return { tenant, admin, id: body.id, to };
}

describe('where an answered call of a step goes', () => {
  it('is its own number before any group', async () => {
    const { to } = await closers();
    expect(await to('enr_1.1.1', { transferNumber: '+13055550177' })).toEqual({ number: '+13055550177' });
    expect(await to('enr_1.1.1', { transferGroupId: '' })).toEqual({ number: null });
  });

  it('is the same number of the group however often the step is run', async () => {
    const { to } = await closers();
    expect(await to('enr_1.1.1')).toEqual({ number: '+13055550101' });
    expect(await to('enr_1.1.1')).toEqual({ number: '+13055550101' });
  });

  it('waits a minute while every number is taken, and goes on as soon as a call has ended', async () => {
    timeTravel(monday);
    const { tenant, to } = await closers();
    const running = 'jex_ofsomebody-1.1';
    await to(running);
    const { instead } = (await to('enr_2.1.1')) as { instead: { kind: string; at: string; note: string } };
    expect(instead).toMatchObject({
      kind: 'later',
      note: 'Not called yet. Every number of the group is taken.',
    });
    expect(Date.parse(instead.at) - Date.parse(monday)).toBeLessThan(90_000);
    // Nobody waits for it any more: the lead has left the journey meanwhile.
    await asSystem(tenant.id, 'test', () =>
      callEnded(
        {
          leadId: null,
          answered: true,
          source: { kind: 'journey', id: running },
          result: 'answered',
        } as never,
        monday,
      ),
    );
    expect(await to('enr_2.1.1')).toEqual({ number: '+13055550101' });
  });

  it('waits until a closed group opens', async () => {
    timeTravel('2026-11-22T16:00:00Z');
    const week = [null, ...Array(5).fill([540, 1020]), null];
    const { to } = await closers({ hours: { timeZone: 'America/New_York', week } });
    expect(await to('enr_1.1.1')).toMatchObject({
      instead: {
        kind: 'later',
        at: '2026-11-23T14:00:00.000Z',
        note: 'Not called yet. The group is closed now.',
      },
    });
  });

  it('is nowhere where the group is empty or gone: the step fails and says so', async () => {
    const { admin, id, to } = await closers({ numbers: [] });
    expect(await to('enr_1.1.1')).toMatchObject({
      instead: {
        outcome: 'failed',
        text: 'Not called: nobody could take the call. The group has no active number.',
      },
    });
    await admin.call(api.transferGroups.remove, { id });
    expect(await to('enr_1.1.2')).toMatchObject({
      instead: { outcome: 'failed', text: 'Not called: its transfer group has been removed.' },
    });
  });
});
