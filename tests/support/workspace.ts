import { inject } from 'vitest';
import { visitWorkspace } from './browser.ts';
import { demoPassword, Product } from './product.ts';

/** What a workspace's users are called, by their usernames; `admin Story` and the like by default. */
type Names = Partial<Record<'admin' | 'agent' | 'vendor', string>>;

function person(username: keyof Names, names: Names) {
  const [firstName, lastName] = (names[username] ?? `${username} Story`).split(' ');
  return { username, email: `${username}@stories.example`, password: demoPassword, firstName, lastName };
}

/**
 * Makes a tenant in a running product as its operator and its first admin do, with the users `admin`, `agent` and
 * `vendor`, who have the demo users' password, and the merge fields that every tenant begins with.
 * @returns its number
 */
async function newWorkspace(product: Product, names: Names = {}): Promise<number> {
  const operator = await product.signIn('operator', 1);
  const { link } = await operator.ask<{ link: string }>('POST', '/platform/tenants', { name: 'Stories' });
  const [token] = /setup_\d+_[\w-]+/.exec(link)!;
  const made = await product.call<{ tenantId: number }>('POST', '/platform/setup', {
    body: { token, admin: person('admin', names) },
  });
  if (made.status !== 201)
    throw new Error(`Setting up answered ${made.status}: ${JSON.stringify(made.body)}`);
  const { tenantId } = made.body;
  const admin = await product.signIn('admin', tenantId);
  for (const role of ['agent', 'vendor'] as const)
    await admin.ask('POST', '/users', { ...person(role, names), role });
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
export async function shareProduct(names: Names = {}): Promise<Product> {
  const product = attachProduct();
  product.tenantId = await newWorkspace(product, names);
  visitWorkspace(product.tenantId);
  return product;
}
