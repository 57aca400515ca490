import { expect } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { marketCertificateWork } from '#functions/marketplace/certificates/check.ts';
import { certificatesOfOrder } from '#functions/marketplace/certificates/store.ts';
import type { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { api } from '#shared/api/index.ts';
import { indexTold } from './due.ts';
import { eventually } from './eventually.ts';
import { leadNumber, market, type Side, sweepMarket } from './market.ts';
import type { timeTravel } from './time.ts';

const { marketplace, leads } = api;

let made = 0;
/** Another hand-over has another certificate; how it ends says how the sandbox answers. */
export const certificate = (end = 'f00d') =>
  `https://cert.trustedform.com/${String(++made).padStart(36, 'a')}${end}`;
export const leadiD = (end = 'F00D') => `58990313-03FB-43B8-AD0B-${String(++made).padStart(8, '0')}${end}`;

export const withConsent = (number: number, more: object) => {
  const lead = leadNumber(number);
  return { ...lead, consent: { ...lead.consent, ...more } };
};

/** An order of some leads, handed over, with what its sides see. */
export async function sold(given: object[], world?: Awaited<ReturnType<typeof market>>, fields: object = {}) {
  const { seller, buyer, list, buy } = world ?? (await market());
  const { body: order } = await buy(await list(fields), given.length);
  const handed = await seller.vendor.call(marketplace.fulfil, { id: order.id, leads: given } as never);
  const see = async (by: Side['admin']) => (await by.call(marketplace.getOrder, { id: order.id })).body;
  const lead = async (name = 'June') => {
    let id = '';
    await eventually(async () => {
      const { body } = await buyer.admin.call(leads.list, {});
      const found = body.leads.find(({ firstName }) => firstName === name);
      expect(found).toBeDefined();
      id = found!.id;
    });
    return (await buyer.admin.call(leads.get, { id })).body;
  };
  const certificates = async () => {
    const { id } = await lead();
    let found: Awaited<ReturnType<typeof ask>>['body']['certificates'] = [];
    const ask = () => buyer.admin.call(marketplace.leadCertificates, { id });
    await eventually(async () => {
      found = (await ask()).body.certificates;
      expect(found.length).toBeGreaterThan(0);
    });
    return found;
  };
  const timeline = async () => {
    const { id } = await lead();
    const { body } = await buyer.admin.call(leads.timeline, { id, limit: 50 } as never);
    return body.entries.map(({ text }: { text: string }) => text);
  };
  return { seller, buyer, order, handed, see, lead, certificates, timeline };
}

/** The sweeper's minutes, until what is due has been done on both sides. */
export async function minutes(time: ReturnType<typeof timeTravel>, count: number, ...sides: Side[]) {
  for (let minute = 0; minute < count; minute++) {
    time.forward({ minutes: 2 });
    await indexTold();
    await sweepMarket(...sides);
  }
}

interface Asked {
  certificate: string;
  reference: string;
  again: boolean;
  account: string;
}

/** What the sandbox was asked by the account of a workspace, the newest first. */
export async function askedBy(sandbox: TestSandbox, { tenant }: Side): Promise<Asked[]> {
  const { body } = await sandbox.ask<{ requests: Asked[] }>('GET', '/sandbox/certificates');
  return body.requests.filter(({ account }) => account === `sandbox-${tenant.id}`);
}

export const certificatesIn = (of: Side, orderId: string) =>
  asSystem(of.tenant.id, 'test', () => certificatesOfOrder(orderId));
export const look = (of: Side, name: string) =>
  asSystem(of.tenant.id, 'test', () => marketCertificateWork.look(name));
