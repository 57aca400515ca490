import { describe, expect, it } from 'vitest';
import { webhookLimits } from '#shared/model/webhook-limits.ts';
import { bounded, enabledCalls, newDraft, problemsOf, tokenWords } from './draft.ts';

describe('the wizard', () => {
  it('says of a token what becomes of it', () => {
    expect(tokenWords(null)).toBe('No authentication');
    expect(tokenWords(undefined)).toBe('Keep existing');
    expect(tokenWords('a-token')).toBe('Token configured');
  });

  it('falls back to the defaults of the specification', () => {
    const { maxAttempts, delayBetweenCalls } = webhookLimits;
    expect(['', 'abc', 0, 11, 2.5].map((value) => bounded(value, maxAttempts))).toEqual([3, 3, 3, 3, 3]);
    expect([1, '10'].map((value) => bounded(value, maxAttempts))).toEqual([1, 10]);
    expect([59, 3601, ''].map((value) => bounded(value, delayBetweenCalls))).toEqual([300, 300, 300]);
    expect([60, 3600].map((value) => bounded(value, delayBetweenCalls))).toEqual([60, 3600]);
  });

  it('fills in the calls as they are switched on', () => {
    expect(enabledCalls()).toEqual({
      enabled: true,
      dialerContext: '',
      transferNumber: '',
      maxAttempts: 3,
      delayBetweenCalls: 300,
      amd: false,
      playPosition: false,
      skipPositionAnnouncement: true,
      ivrFile: null,
      recordingId: null,
    });
  });

  it('asks for name, brand and source before the second step', () => {
    const draft = newDraft();
    expect(problemsOf(0, draft)).toEqual({
      name: 'Name is required.',
      brand: 'Brand is required.',
      source: 'Source is required.',
    });
    Object.assign(draft.fields, { name: 'a', brand: 'b', source: 'c' });
    expect(problemsOf(0, draft)).toEqual({});
    expect(problemsOf(0, { ...draft, securityToken: 'short' })).toHaveProperty('securityToken');
    expect(problemsOf(1, draft)).toEqual({});
    expect(problemsOf(2, draft)).toEqual({});
  });
});
