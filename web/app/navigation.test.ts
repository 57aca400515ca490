import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { areaOf, areas, homeOf, navigationFor } from './navigation.ts';

const portalLabels = [
  'Dashboard',
  'Listings',
  'Create listing',
  'Analytics',
  'Orders',
  'Ping and post',
  'Payouts',
  'Help & Support',
  'Settings',
];

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
    expect(labels('agent')).toContain('Marketplace');
    expect(labels('agent')).not.toContain('Payouts');
  });

  it('shows what somebody was granted and hides what was taken from them', () => {
    const labels = (role: 'agent' | 'vendor', permissions: Record<string, boolean>) =>
      navigationFor({ role, permissions }).flatMap((entry) => entry.areas.map((area) => area.label));
    expect(labels('vendor', { 'users.view': true })).toEqual([...portalLabels, 'Users']);
    expect(labels('agent', { 'leads.view': false })).not.toContain('Leads');
  });

  it('leaves out groups without an area', () => {
    expect(navigationFor({ role: 'vendor', permissions: {} }).map((entry) => entry.group)).toEqual([
      'Market',
    ]);
  });

  it('shows the people of a shop their portal and nothing else', () => {
    const seen = (user: Parameters<typeof navigationFor>[0], at?: string) =>
      navigationFor(user, at).flatMap((entry) => entry.areas.map((area) => area.label));
    const vendor = { role: 'vendor' as const, permissions: {} };
    expect(seen(vendor)).toEqual(portalLabels);
    expect(homeOf(vendor)).toBe('/marketplace/vendor');
    const admin = { role: 'admin' as const, permissions: {} };
    expect(homeOf(admin)).toBe('/dashboard');
    expect(seen(admin)).not.toContain('Payouts');
    expect(seen(admin, '/marketplace/vendor/orders')).toEqual(
      expect.arrayContaining([...portalLabels, 'Leads', 'Marketplace']),
    );
    const both = { role: 'agent' as const, permissions: { 'marketplace.sell': true } };
    expect(seen(both)).toEqual(expect.arrayContaining(['Dashboard', 'Marketplace', 'Settings']));
    const neither = { role: 'vendor' as const, permissions: { 'marketplace.sell': false } };
    expect(seen(neither)).toEqual(['Marketplace', 'Dashboard', 'Settings']);
  });

  it('marks the portal’s dashboard at its own address alone', () => {
    expect(areaOf('/marketplace/vendor')?.label).toBe('Dashboard');
    expect(areaOf('/marketplace/vendor/listings')?.label).toBe('Listings');
    expect(areaOf('/marketplace/vendor/listings/create')?.label).toBe('Create listing');
    expect(areaOf('/marketplace/orders')?.label).toBe('Marketplace');
  });

  it('finds the area of an address below it, and of no other that begins alike', () => {
    expect(areaOf('/settings/profile')?.label).toBe('Settings');
    expect(areaOf('/users')?.label).toBe('Users');
    expect(areaOf('/usersx')).toBeUndefined();
  });
});
