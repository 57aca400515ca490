import { expect, it } from 'vitest';
import type { Did } from '#shared/model/did.ts';
import { leadsTo, routeOf, routeValue } from './route.ts';

it.each([null, { kind: 'queue', queueId: 'que_1' }, { kind: 'extension', extensionId: 'ext_1' }] as const)(
  'a route is chosen and read back: %o',
  (route) => {
    expect(routeOf(routeValue(route))).toEqual(route);
  },
);

it.each([
  [{ status: 'active', route: null, routeName: null }, 'Nowhere yet'],
  [{ status: 'active', route: routeOf('que_1'), routeName: 'Sales' }, 'Queue Sales'],
  [{ status: 'active', route: routeOf('ext_1'), routeName: '101 Maya' }, 'Extension 101 Maya'],
  [{ status: 'active', route: routeOf('que_1'), routeName: null }, 'Nowhere: the queue is gone'],
  [{ status: 'released', route: routeOf('que_1'), routeName: 'Sales' }, 'Nowhere: it was given back'],
] as const)('%o leads to “%s”', (did, text) => {
  expect(leadsTo(did as Did).text).toBe(text);
});
