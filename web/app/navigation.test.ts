import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { areaOf, areas, navigationFor } from './navigation.ts';

describe('the navigation', () => {
  it('holds only areas whose page is there', () => {
    expect(areas.length).toBeGreaterThan(0);
    for (const { feature } of areas)
      expect(existsSync(new URL(`../features/${feature}/index.tsx`, import.meta.url)), feature).toBe(true);
  });

  it('has one area for each address', () => {
    const paths = areas.map((area) => area.path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('shows administration to admins only', () => {
    const labels = (role: 'admin' | 'agent' | 'vendor') =>
      navigationFor({ role, permissions: {} }).flatMap((entry) => entry.areas.map((area) => area.label));
    expect(labels('admin')).toContain('Users');
    expect(labels('agent')).not.toContain('Users');
    expect(labels('vendor')).toEqual(['Dashboard', 'Settings']);
  });

  it('shows what somebody was granted and hides what was taken from them', () => {
    const labels = (role: 'agent' | 'vendor', permissions: Record<string, boolean>) =>
      navigationFor({ role, permissions }).flatMap((entry) => entry.areas.map((area) => area.label));
    expect(labels('vendor', { 'users.view': true })).toEqual(['Dashboard', 'Users', 'Settings']);
    expect(labels('agent', { 'leads.view': false })).not.toContain('Leads');
  });

  it('leaves out groups without an area', () => {
    expect(navigationFor({ role: 'vendor', permissions: {} }).map((entry) => entry.group)).toEqual([
      'Insight',
      'Settings',
    ]);
  });

  it('finds the area of an address below it, and of no other that begins alike', () => {
    expect(areaOf('/settings/profile')?.label).toBe('Settings');
    expect(areaOf('/users')?.label).toBe('Users');
    expect(areaOf('/usersx')).toBeUndefined();
  });
});
