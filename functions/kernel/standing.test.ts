import { describe, expect, it, onTestFinished } from 'vitest';
import { setClock } from '#functions/kernel/clock.ts';
import { standingOf } from './standing.ts';

const now = '2026-03-10T16:00:00.000Z';

describe('how a tenant stands', () => {
  it.each([
    ['a customer', { plan: 'standard' }, 'active'],
    ['a customer whose trial ended before the conversion', { plan: 'standard', trialEndsAt: now }, 'active'],
    ['a trial that runs', { plan: 'trial', trialEndsAt: '2026-03-10T16:00:00.001Z' }, 'active'],
    ['a trial at the instant of its end', { plan: 'trial', trialEndsAt: now }, 'trialOver'],
    ['a trial whose address is not confirmed', { plan: 'trial', awaitsVerification: true }, 'unverified'],
    [
      'a trial that ended unconfirmed',
      { plan: 'trial', trialEndsAt: now, awaitsVerification: true },
      'trialOver',
    ],
    ['a suspended customer', { plan: 'standard', suspendedAt: now }, 'suspended'],
    ['a suspended trial that is over', { plan: 'trial', trialEndsAt: now, suspendedAt: now }, 'suspended'],
  ] as const)('is told of %s', (_, facts, standing) => {
    onTestFinished(setClock(() => Date.parse(now)));
    expect(standingOf(facts)).toBe(standing);
  });
});
