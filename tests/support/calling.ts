import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import type { Caller, Product } from './product.ts';
import { shareProduct } from './workspace.ts';

/** What the first call of a product may take, each of whose functions has to start; ms. */
const startMs = 45_000;

/** The number that customers of a workspace call; no two workspaces of one exchange have the same. */
export const mainLineOf = ({ tenantId }: Product): string =>
  tenantId === 1 ? '+12175550100' : `+1217556${String(tenantId).padStart(4, '0')}`;

/**
 * The product that all files of this project share, with a workspace that calls as the demo's does: Alex Morgan at 101,
 * Maya Chen at 102, the queue Sales (600) that both are in, the number that rings it, and the dispositions.
 */
export async function shareOffice(): Promise<Product> {
  const product = await shareProduct({ admin: 'Alex Morgan', agent: 'Maya Chen', vendor: 'Victor Lane' });
  const admin = await product.signIn('admin');
  const { users } = await admin.ask<{ users: { id: string; username: string }[] }>('GET', '/users');
  await admin.ask('POST', '/pbx/dispositions/initialize', {});
  const members: { extensionId: string }[] = [];
  for (const [number, name, username] of [
    ['101', 'Alex Morgan', 'admin'],
    ['102', 'Maya Chen', 'agent'],
  ]) {
    const userId = users.find((user) => user.username === username)!.id;
    const { id } = await admin.ask<{ id: string }>('POST', '/pbx/extensions', { number, name, userId });
    members.push({ extensionId: id });
  }
  const sales = { number: '600', name: 'Sales', wrapUpSeconds: 15, members };
  const { id: queueId } = await admin.ask<{ id: string }>('POST', '/pbx/queues', sales);
  await admin.ask('POST', '/dids', {
    phoneNumber: mainLineOf(product),
    label: 'Main line',
    carrier: 'other',
    route: { kind: 'queue', queueId },
  });
  return product;
}

/** Leaves a user without an extension, as a new one is. */
export async function removeExtensionsOf(admin: Caller, userId: string): Promise<void> {
  const { extensions } = await admin.ask<{ extensions: { id: string }[] }>(
    'GET',
    `/pbx/extensions?userId=${userId}`,
  );
  for (const { id } of extensions) await admin.ask('DELETE', `/pbx/extensions/${id}`);
}

/** Asks the sandbox, as its own pages do. @returns what it answered @throws with that when it refuses */
export async function askSandbox<T>(product: Product, path: string, body: object): Promise<T> {
  const answer = await fetch(`${product.origin}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${path}: ${text}`);
  return JSON.parse(text) as T;
}

interface Shown {
  status: string;
  recorded: boolean;
  leadId: string | null;
  recordingAnnouncedAt: string | null;
  live: { agentState: string; recording: string; supervisors: object[] } | null;
}

/** Signs an agent in to a phone without a screen, which somebody from outside calls by the main line; it is taken up. */
export async function takeCall(product: Product, agent: Caller, from: string) {
  const { phone } = await agent.ask<{ phone: string }>('POST', '/pbx/sessions', { device: 'browser' });
  await askSandbox(product, 'phone/agent', { phone });
  const { callId } = await askSandbox<{ callId: string }>(product, 'phone/call', {
    from,
    to: mainLineOf(product),
  });
  const call = () => agent.ask<Shown>('GET', `/calls/${callId}`);
  const press = (action: 'answer' | 'hangup') =>
    askSandbox(product, 'phone/agent/calls', { phone, callId, action });
  await eventually(async () => expect((await call()).live?.agentState).toBe('ringing'), startMs);
  await press('answer');
  await eventually(async () => expect((await call()).status).toBe('in-progress'), startMs);
  return { callId, call, press };
}
