import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { withFloor } from '#tests/support/agents-floor.ts';

/* How agents say that a call ended. */

const { pbx } = api;
const { floor } = withFloor();

describe('a disposition', () => {
  it('is one of the codes where there are codes, with a time where the code wants one', async () => {
    const { admin, agent, talking } = await floor();
    const id = await talking();
    const dispose = (more: object) => agent.call(pbx.disposeCall, { id, disposition: 'sale', ...more });
    expect((await dispose({ disposition: 'Went well' })).body.disposition).toBe('Went well');
    await admin.call(pbx.initializeDispositions, {});
    expect((await dispose({ disposition: 'Went well' })).status).toBe(400);
    expect((await dispose({ disposition: 'callback' })).body.error).toBe('Please say when to call again.');
    expect((await dispose({ callbackAt: '2020-01-01T00:00:00.000Z' })).status).toBe(400);
    const callbackAt = '2026-06-11T16:00:00.000Z';
    const { body } = await dispose({ disposition: 'callback', notes: 'After lunch', callbackAt });
    expect(body).toMatchObject({ disposition: 'callback', notes: 'After lunch', callbackAt });
  });
});
