import { describe, expect, it } from 'vitest';
import type { Role } from '#shared/api/contract.ts';
import { mayDo, refusalOf } from './access.ts';

const holder = (role: Role, permissions: Record<string, boolean> = {}) => ({ role, permissions });

describe('who may open a page', () => {
  it('asks for a sign-in first', () => {
    expect(refusalOf('signed-in', undefined)).toBe('Authentication required. Please log in.');
    expect(refusalOf('users.view', undefined)).toBe('Authentication required. Please log in.');
    expect(refusalOf('public', undefined)).toBeUndefined();
  });

  it('names the role that is missing', () => {
    expect(refusalOf('users.view', holder('agent'))).toBe('Access denied. admin role required.');
    expect(refusalOf('leads.view', holder('vendor'))).toBe('Access denied. admin or agent role required.');
  });

  it('lets an admin pass everything but what is the operator’s', () => {
    expect(refusalOf('ownMessages.view', holder('admin'))).toBeUndefined();
    expect(refusalOf('tenants.create', holder('admin'))).toBe('Access denied. operator role required.');
  });

  it('lets anybody signed in pass where any role will do', () => {
    expect(refusalOf('signed-in', holder('vendor'))).toBeUndefined();
  });

  it('lets a granted permission pass, and names one that was taken', () => {
    expect(mayDo('leads.view', holder('vendor', { 'leads.view': true }))).toBe(true);
    expect(refusalOf('leads.export', holder('agent', { 'leads.export': false }))).toBe(
      'Access denied. You need the permission “Export leads” (leads.export).',
    );
  });

  it('takes nothing from an admin, and grants nobody what is not grantable', () => {
    expect(mayDo('leads.export', holder('admin', { 'leads.export': false }))).toBe(true);
    expect(mayDo('users.permissions', holder('agent', { 'users.permissions': true }))).toBe(false);
  });
});
