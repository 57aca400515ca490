import { inject } from 'vitest';
import { visitWorkspace } from './browser.ts';
import { demoPassword, Product } from './product.ts';

const person = (username: string) => ({
  username,
  email: `${username}@stories.example`,
  password: demoPassword,
  firstName: username,
  lastName: 'Story',
});

/**
 * Makes a tenant in a running product as its operator and its first admin do, with the users `admin`, `agent` and
 * `vendor`, who have the demo users' password, and the merge fields that every tenant begins with.
 * @returns its number
 */
export async function newWorkspace(product: Product): Promise<number> {
  const operator = await product.signIn('operator', 1);
  const { link } = await operator.ask<{ link: string }>('POST', '/platform/tenants', { name: 'Stories' });
  const [token] = /setup_\d+_[\w-]+/.exec(link)!;
  const made = await product.call<{ tenantId: number }>('POST', '/platform/setup', {
    body: { token, admin: person('admin') },
  });
  if (made.status !== 201)
    throw new Error(`Setting up answered ${made.status}: ${JSON.stringify(made.body)}`);
  const { tenantId } = made.body;
  const admin = await product.signIn('admin', tenantId);
  for (const role of ['agent', 'vendor']) await admin.ask('POST', '/users', { ...person(role), role });
  await admin.ask('POST', '/content/initialize-system', {});
  await admin.ask('POST', '/email/config', { postalAddress: '1 Main Street, Springfield, IL 62701' });
  return tenantId;
}

/** The product that all files of this project share, with its demo tenant. */
export function attachProduct(): Product {
  const { port, stateDir } = inject('sharedProduct');
  return Product.attach(port, stateDir);
}

/**
 * The product that all files of this project share, with a workspace of this file's own: for what needs neither the demo
 * data nor a product that is killed, and does to nothing what others would see. `stop()` leaves it running.
 */
export async function shareProduct(): Promise<Product> {
  const product = attachProduct();
  product.tenantId = await newWorkspace(product);
  visitWorkspace(product.tenantId);
  return product;
}
