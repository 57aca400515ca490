import { describe, expect, it } from 'vitest';
import { safeNext } from './safe-next.ts';

describe('where a sign-in leads', () => {
  it.each([
    ['/users?role=agent', '/users?role=agent'],
    [null, '/dashboard'],
    ['', '/dashboard'],
    ['//evil.example', '/dashboard'],
    ['/\\evil.example', '/dashboard'],
    ['https://evil.example', '/dashboard'],
    ['javascript:alert(1)', '/dashboard'],
  ])('%s → %s', (next, leads) => {
    expect(safeNext(next)).toBe(leads);
  });
});
