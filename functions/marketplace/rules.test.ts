import { describe, expect, it } from 'vitest';
import type { SoldLead } from '#shared/model/market.ts';
import { commissionOf, isBalanced } from './books.ts';
import { handoverIdOf, personsOf, soldBefore, unfitFor } from './handover.ts';
import { afterCancellation, afterOrder, refusalOf, statusWith } from './rules.ts';
import { type Earning, seriesOf } from './series.ts';

const day = '2026-11-27';
const listing = {
  status: 'active' as const,
  priceCents: 500,
  leadCount: 10,
  dailyCap: null as number | null,
  capDay: '',
  capSold: 0,
  soldCount: 0,
};

describe('what can be bought', () => {
  const code = (of: object, quantity = 1, maySell = true, priceCents = 500) =>
    refusalOf({ ...listing, ...of }, maySell, { quantity, priceCents }, day)?.code;

  it('is what is active, at its price, while enough is left', () => {
    expect([code({}), code({}, 10), code({}, 11)]).toEqual([undefined, undefined, 'too_few_left']);
    expect(code({}, 1, true, 499)).toBe('price_changed');
    expect(code({}, 1, false)).toBe('not_for_sale');
    for (const status of ['draft', 'paused', 'archived']) expect(code({ status })).toBe('not_for_sale');
    expect(code({ status: 'sold_out', leadCount: 0 })).toBe('sold_out');
    expect(refusalOf(undefined, true, { quantity: 1, priceCents: 1 }, day)?.code).toBe('not_for_sale');
  });

  it('is limited by the day of the seller', () => {
    expect(code({ dailyCap: 3 }, 3)).toBeUndefined();
    expect(code({ dailyCap: 3 }, 4)).toBe('daily_cap');
    expect(code({ dailyCap: 3, capDay: day, capSold: 2 }, 2)).toBe('daily_cap');
    expect(code({ dailyCap: 3, capDay: '2026-11-26', capSold: 3 }, 3)).toBeUndefined();
  });

  it('is taken off a listing, and put back by a cancellation', () => {
    const sold = afterOrder({ ...listing, dailyCap: 10 }, 10, day);
    expect(sold).toMatchObject({ leadCount: 0, status: 'sold_out', soldCount: 10, capDay: day, capSold: 10 });
    const back = afterCancellation(sold, 10, day);
    expect(back).toMatchObject({ leadCount: 10, status: 'active', soldCount: 0, capSold: 0 });
    // A later day's limit is not touched by an order of an earlier one.
    expect(afterCancellation({ ...sold, capDay: '2026-11-28', capSold: 4 }, 10, day).capSold).toBe(4);
    expect(afterCancellation({ ...sold, status: 'archived' as const }, 1, day).status).toBe('archived');
    expect([statusWith('paused', 0), statusWith('draft', 0)]).toEqual(['paused', 'draft']);
  });
});

describe('a lead that is handed over', () => {
  const lead: SoldLead = {
    firstName: 'June',
    lastName: '',
    company: '',
    phone: '(217) 555-0142',
    email: '',
    address: { street: '', city: '', state: '', postcode: '', country: 'US' },
    consent: { givenAt: '2026-01-05T15:00:00Z', text: 'Yes', sourceUrl: '' },
  };
  const order = { sampleFields: [], certificate: 'none' as const, providerName: 'Acme' };

  it('is one person however the number is written', () => {
    const same = { ...lead, phone: '+12175550142', firstName: 'J.' };
    expect(handoverIdOf('mor_1', lead)).toBe(handoverIdOf('mor_1', same));
    expect(handoverIdOf('mor_2', lead)).not.toBe(handoverIdOf('mor_1', lead));
    expect(personsOf({ ...lead, email: 'june@example.com' })).toHaveLength(2);
  });

  it('holds what the listing promises, and a consent of the past', () => {
    expect(unfitFor(order, lead)).toBeUndefined();
    expect(unfitFor(order, { ...lead, phone: '' })).toMatch(/needs a phone number or an e-mail/);
    expect(unfitFor({ ...order, sampleFields: ['state', 'email'] }, lead)).toMatch(/state, e-mail address/);
    const certificate = { trustedFormUrl: `https://cert.trustedform.com/${'a1'.repeat(20)}` };
    const leadId = { jornayaLeadId: '58990313-03FB-43B8-AD0B-08CEF791D49B' };
    const withConsent = (more: object) => ({ ...lead, consent: { ...lead.consent, ...more } });
    const promises = (promise: 'trustedform' | 'jornaya' | 'either', more: object) =>
      unfitFor({ ...order, certificate: promise }, withConsent(more));
    expect(promises('trustedform', {})).toMatch(/promises a TrustedForm certificate/);
    expect(promises('trustedform', leadId)).toMatch(/promises a TrustedForm certificate/);
    expect(promises('trustedform', certificate)).toBeUndefined();
    expect(promises('jornaya', certificate)).toMatch(/promises a universal LeadiD/);
    expect(promises('either', {})).toMatch(/a certificate of TrustedForm or Jornaya/);
    expect(promises('either', leadId)).toBeUndefined();
    const late = { ...lead.consent, givenAt: '2999-01-01T00:00:00Z' };
    expect(unfitFor(order, { ...lead, consent: late })).toMatch(/future/);
    expect(unfitFor(order, { ...lead, phone: '123' })).toMatch(/phone number/);
    expect(unfitFor(order, { ...lead, address: { ...lead.address, state: 'Mars' } })).toMatch(/state/);
  });

  it('is sold as its listing says', () => {
    const sold = (exclusivity: 'exclusive' | 'shared', exclusive: boolean, buyers: number[]) =>
      soldBefore({ exclusivity, buyerTenantId: 7 }, [undefined, { exclusive, buyers }]);
    expect(soldBefore({ exclusivity: 'exclusive', buyerTenantId: 7 }, [undefined])).toBeUndefined();
    expect(sold('shared', false, [8])).toBeUndefined();
    expect(sold('shared', false, [8, 7])).toMatch(/before/);
    expect(sold('exclusive', false, [8])).toMatch(/no exclusive lead/);
    expect(sold('shared', true, [8])).toMatch(/exclusive lead/);
  });
});

it('lines of an entry add up to nothing, in whole cents, and half a cent is the seller’s', () => {
  const line = (amountCents: number) => ({ owner: 'x', account: 'balance' as const, amountCents });
  expect(isBalanced([line(5), line(-5)])).toBe(true);
  expect(isBalanced([line(5), line(-4)])).toBe(false);
  expect(isBalanced([line(0.5), line(-0.5)])).toBe(false);
  expect(commissionOf({ quantity: 1, priceCents: 333, commissionPercent: 10 })).toBe(33);
  expect(commissionOf({ quantity: 3, priceCents: 333, commissionPercent: 0 })).toBe(0);
});

describe('earnings over time', () => {
  const zone = 'America/New_York';
  const now = Date.parse('2026-11-27T17:00:00Z');
  const earned = (orderId: string, at: string, amountCents = 1_000): Earning => ({
    orderId,
    at,
    amountCents,
    leads: 2,
    isRefund: amountCents < -500,
  });
  const points = (period: 'day' | 'week' | 'month' | 'year', ...some: Earning[]) =>
    seriesOf(some, period, zone, now);

  it('are by days, weeks from Monday, months and years of the workspace’s wall clock', () => {
    // At three in the morning of UTC it is the day before in New York.
    const late = earned('a', '2026-11-27T03:00:00Z');
    expect(points('day', late).filter(({ revenue }) => revenue)).toEqual([
      { date: '2026-11-26', revenue: 1_000, orders: 1, leads: 2 },
    ]);
    const [first, last] = [points('day', late)[0]!, points('day', late).at(-1)!];
    expect([first.date, last.date]).toEqual(['2026-10-29', '2026-11-27']);
    expect(
      points('week', late)
        .slice(-2)
        .map(({ date }) => date),
    ).toEqual(['2026-11-16', '2026-11-23']);
    expect(
      points('month', late)
        .map(({ date }) => date)
        .slice(0, 2),
    ).toEqual(['2025-12-01', '2026-01-01']);
    expect(points('year', late).map(({ date }) => date.slice(0, 4))).toEqual([
      '2022',
      '2023',
      '2024',
      '2025',
      '2026',
    ]);
    expect(points('year', late).at(-1)!.revenue).toBe(1_000);
  });

  it('leave out what was given back, and are none where nothing was earned', () => {
    expect(points('day')).toEqual([]);
    const refunded = [earned('a', '2026-11-26T12:00:00Z'), earned('a', '2026-11-27T12:00:00Z', -1_000)];
    expect(points('day', ...refunded)).toEqual([]);
    const all = points('day', ...refunded, earned('b', '2026-11-26T12:00:00Z', 300));
    expect(all.filter(({ orders }) => orders)).toEqual([
      { date: '2026-11-26', revenue: 300, orders: 1, leads: 2 },
    ]);
  });

  it('are less by a lead that went back, in the stretch in which it did', () => {
    const back = { ...earned('a', '2026-11-27T12:00:00Z', -450), leads: 1 };
    const all = points('day', earned('a', '2026-11-26T12:00:00Z', 900), back);
    expect(all.slice(-2)).toEqual([
      { date: '2026-11-26', revenue: 900, orders: 1, leads: 2 },
      { date: '2026-11-27', revenue: -450, orders: 0, leads: -1 },
    ]);
  });
});
