import { expect, it, onTestFinished } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { freshTenant, testPassword } from '#tests/support/tenant.ts';
import { owaspCost, setPasswordCost } from './passwords.ts';
import { findForSession, findForSignIn, noteSignIn } from './sign-in.ts';
import { findUser } from './store.ts';

it('a sign-in hashes the password again when more is asked of hashes than when it was made', async () => {
  const { id, agent } = await freshTenant();
  await asSystem(id, 'test', async () => {
    const costOf = async () => (await findUser(agent.userId))!.passwordHash.split('$')[1];
    expect(await costOf()).toBe('10');
    onTestFinished(setPasswordCost({ ...owaspCost, ln: 12 }));
    await noteSignIn(agent.userId, testPassword);
    expect(await costOf()).toBe('12');
    expect(await findForSignIn('agent', testPassword)).toMatchObject({ userId: agent.userId });
  });
});

it('a sign-in is noted, but is no change of the user', async () => {
  const { id, agent } = await freshTenant();
  await asSystem(id, 'test', async () => {
    await noteSignIn(agent.userId);
    const user = await findUser(agent.userId);
    expect(user).toMatchObject({ version: 1, lastLoginAt: expect.stringMatching(/Z$/) });
  });
});

it('a session of before the sessions were ended is over, but for the one that was kept', async () => {
  const { id, agent } = await freshTenant();
  await asSystem(id, 'test', async () => {
    const standing = async (epoch: number) =>
      (await findForSession(agent.userId, { id: 'ses_any', epoch })) !== undefined;
    expect([await standing(1), await standing(0)]).toEqual([true, false]);
  });
});
