import { expect, it } from 'vitest';
import { ApiError } from '../api-error.ts';
import { holdOf, isNews, knownStanding } from './standing.ts';

const suspended = new ApiError(403, 'suspended', 'This workspace is suspended. Please write to the support.');

it('a workspace that was suspended since is known by its refusal, whatever was read before', () => {
  const known = { standing: 'suspended', sentence: suspended.message };
  expect(knownStanding(undefined, suspended)).toEqual(known);
  expect(knownStanding({ standing: 'active' }, suspended)).toEqual(known);
});

it('a workspace is as the server says, and nothing is said while it is not known', () => {
  expect(knownStanding({ standing: 'trialOver' }, null)).toEqual({ standing: 'trialOver' });
  expect(knownStanding({ standing: 'active' }, new ApiError(500, 'internal', 'Oops'))?.standing).toBe(
    'active',
  );
  expect(knownStanding(undefined, new ApiError(0, 'network', 'Offline'))).toBeUndefined();
});

it('a trial that is over holds what changes the workspace, and a suspension one’s own account too', () => {
  expect(holdOf({ standing: 'trialOver' })).toEqual({
    reason: 'The trial is over. Nothing can be changed or sent until the workspace gets a plan.',
    account: false,
  });
  expect(holdOf(knownStanding(undefined, suspended))).toEqual({ reason: suspended.message, account: true });
  expect(holdOf({ standing: 'active' })).toBeUndefined();
  expect(holdOf({ standing: 'unverified' })).toBeUndefined();
  expect(holdOf(undefined)).toBeUndefined();
});

it('a refusal is news where the standing was another, and not once it is known', () => {
  const over = new ApiError(403, 'trial_over', 'The trial of this workspace is over.');
  expect(isNews(over, { standing: 'active' })).toBe(true);
  expect(isNews(over, { standing: 'trialOver' })).toBe(false);
  expect(isNews(suspended, undefined)).toBe(true);
  expect(isNews(suspended, knownStanding(undefined, suspended))).toBe(false);
  expect(isNews(new ApiError(403, 'permission_denied', 'No.'), { standing: 'active' })).toBe(false);
});
