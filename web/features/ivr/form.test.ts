import { describe, expect, it } from 'vitest';
import { problemOf, valuesOf, withKey } from './form.ts';

const menu = { ...valuesOf(undefined), name: 'Main', prompt: 'Hello' };

describe('the form of an IVR menu', () => {
  it('forgets what a key led to when it does something else', () => {
    const queue = withKey([], '1', { action: 'queue', target: 'que_a' });
    expect(withKey(queue, '1', { label: 'Sales' })).toEqual([{ ...queue[0]!, label: 'Sales' }]);
    expect(withKey(queue, '1', { action: 'extension' })[0]!.target).toBe('');
    expect(withKey(queue, '1', { action: 'hangup' })[0]!.target).toBeNull();
    expect(withKey(queue, '1', null)).toEqual([]);
  });

  it('names the key that is not finished', () => {
    const options = withKey(withKey([], '5', { action: 'hangup' }), '2', { action: 'queue' });
    expect(problemOf({ ...menu, options })).toBe('Key 2: Please choose a queue.');
    expect(problemOf({ ...menu, prompt: ' ' })).toBe('Please write what callers hear.');
    expect(problemOf({ ...menu, options: withKey(options, '2', { target: 'que_a' }) })).toBeUndefined();
  });
});
