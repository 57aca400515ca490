import { expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { anybody, as, freshTenant, testPassword } from '#tests/support/tenant.ts';
import { commonCount, commonPasswords } from './common-passwords.ts';

const common = 'This is one of the most common passwords and would be guessed. Please choose another.';
const named =
  'A password must not be your username, your e-mail address or the name of your company. Please choose another.';

const mia = {
  username: 'mia.lund',
  email: 'sales.desk@example.com',
  firstName: 'Mia',
  lastName: 'Lund',
};

it('knows the ten thousand commonest that are long enough to be taken', async () => {
  const known = await commonPasswords();
  expect(known.size).toBe(commonCount);
  for (const password of ['password', '12345678', 'sunshine1', 'p@ssw0rd']) expect(known).toContain(password);
  expect([...known].every((password) => password.length >= 8)).toBe(true);
  expect(known).not.toContain(testPassword);
});

it.each([
  ['password', common],
  ['PassWord1', common],
  ['ｐａｓｓｗｏｒｄ', common],
  ['mia.lund', named],
  ['Mia-Lund-2026!', named],
  ['salesdesk99', named],
  ['northwind solar', named],
  ['Northwind1!', named],
  ['dealbell!!', named],
  ['mialundmialund', named],
])('a new user cannot have the password %s', async (password, sentence) => {
  const { admin } = await freshTenant();
  const { status, body } = await as(admin).call(api.users.create, { ...mia, password });
  expect([status, body.error, body.details]).toEqual([
    400,
    sentence,
    { issues: [{ path: 'password', message: sentence }] },
  ]);
});

it.each(['mia lund likes tea', 'a password nobody has', '8f3k-29dj-aq', 'correct horse'])(
  'a new user can have the password %s',
  async (password) => {
    const { admin } = await freshTenant();
    expect((await as(admin).call(api.users.create, { ...mia, password })).status).toBe(201);
  },
);

it('is asked of a trial, which makes nothing then, by its own company name', async () => {
  const { address } = await freshTenant();
  const trial = { ...mia, companyName: 'Harbor Roofing' };
  for (const [password, sentence] of [
    ['iloveyou1', common],
    ['harbor-roofing', named],
  ]) {
    const { status, body } = await anybody(address).call(api.auth.createTrial, { ...trial, password });
    expect([status, body.error]).toEqual([400, sentence]);
  }
});

it('is asked of who registers', async () => {
  const tenant = await freshTenant();
  await as(tenant.admin).call(api.tenants.update, { id: tenant.id, registrationOpen: true });
  const register = (password: string) =>
    anybody(tenant.address).call(api.auth.register, { ...mia, password, tenantId: tenant.id });
  expect((await register('qwertyuiop')).body.error).toBe(common);
  expect((await register('mia.lund1')).body.error).toBe(named);
});

it('is asked of a password that one changes to, and the old one stays', async () => {
  const { agent } = await freshTenant();
  const change = { currentPassword: testPassword, newPassword: 'sunshine1' };
  const { status, body } = await as(agent).call(api.users.changePassword, change);
  expect([status, body.error, body.details]).toEqual([
    400,
    common,
    { issues: [{ path: 'newPassword', message: common }] },
  ]);
  const { username, tenantId, address } = agent;
  const login = await anybody(address).call(api.auth.login, { username, password: testPassword, tenantId });
  expect(login.status).toBe(200);
});

it('is asked of a password that an admin sets', async () => {
  const { admin, agent } = await freshTenant();
  const set = (password: string) => as(admin).call(api.users.update, { id: agent.userId, password });
  expect((await set('trustno1')).body.error).toBe(common);
  expect((await set('agent-agent')).body.error).toBe(named);
});
