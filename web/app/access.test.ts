import { describe, expect, it } from 'vitest';
import { refusalOf } from './access.ts';

describe('who may open a page', () => {
  it('asks for a sign-in first', () => {
    expect(refusalOf('signed-in', undefined)).toBe('Authentication required. Please log in.');
    expect(refusalOf(['admin'], undefined)).toBe('Authentication required. Please log in.');
    expect(refusalOf('public', undefined)).toBeUndefined();
  });

  it('names the role that is missing', () => {
    expect(refusalOf(['admin'], 'agent')).toBe('Access denied. admin role required.');
    expect(refusalOf(['admin', 'agent'], 'vendor')).toBe('Access denied. admin or agent role required.');
  });

  it('lets an admin pass everything but what is the operator’s', () => {
    expect(refusalOf(['agent'], 'admin')).toBeUndefined();
    expect(refusalOf(['vendor'], 'admin')).toBeUndefined();
    expect(refusalOf(['operator'], 'admin')).toBe('Access denied. operator role required.');
  });

  it('lets anybody signed in pass where any role will do', () => {
    expect(refusalOf('signed-in', 'vendor')).toBeUndefined();
  });
});
