import type { BrowserContext } from 'playwright-core';
import { rememberedTenant } from '#web/features/sign-in/remembered-tenant.ts';
import { demoPassword, type Product } from './product.ts';

const person = (username: string) => ({
  username,
  email: `${username}@stories.example`,
  password: demoPassword,
  firstName: username,
  lastName: 'Story',
});

/**
 * Makes a tenant in a running product as its operator and its first admin do, with the users `admin` and `agent`, who
 * have the demo users' password, and the merge fields that every tenant begins with.
 * @returns its number
 */
export async function newWorkspace(product: Product): Promise<number> {
  const operator = await product.signIn('operator');
  const { link } = await operator.ask<{ link: string }>('POST', '/platform/tenants', { name: 'Stories' });
  const [token] = /setup_\d+_[\w-]+/.exec(link)!;
  const made = await product.call<{ tenantId: number }>('POST', '/platform/setup', {
    body: { token, admin: person('admin') },
  });
  if (made.status !== 201)
    throw new Error(`Setting up answered ${made.status}: ${JSON.stringify(made.body)}`);
  const { tenantId } = made.body;
  const admin = await product.signIn('admin', tenantId);
  await admin.ask('POST', '/users', { ...person('agent'), role: 'agent' });
  await admin.ask('POST', '/content/initialize-system', {});
  await admin.ask('POST', '/email/config', { postalAddress: '1 Main Street, Springfield, IL 62701' });
  return tenantId;
}

/** Lets a browser sign in to a workspace by a username alone, as one does that has signed in to it before. */
export const rememberWorkspace = (context: BrowserContext, tenantId: number): Promise<unknown> =>
  context.addInitScript(
    ([key, value]) => {
      // A frame without an origin of its own has no storage.
      if (origin !== 'null') localStorage.setItem(key!, value!);
    },
    [rememberedTenant, String(tenantId)],
  );
