import { expect, it } from 'vitest';
import { ApiError } from '../api-error.ts';
import { knownStanding } from './standing.ts';

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
