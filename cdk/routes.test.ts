import { oc } from '@orpc/contract';
import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { nounRoutes } from './routes.ts';

const call = (path: `/${string}`) => oc.route({ method: 'GET', path });

describe('the gateway’s routes', () => {
  it('has every segment of the contract once, with a path for itself and one for what is below', () => {
    const paths = nounRoutes().flatMap((noun) => noun.paths);
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of paths.filter((path) => path.endsWith('/{proxy+}')))
      expect(paths).toContain(path.slice(0, -'/{proxy+}'.length));
  });

  it('knows every noun', () =>
    expect(
      nounRoutes()
        .map(({ noun }) => noun)
        .sort(),
    ).toEqual(Object.keys(api).sort()));

  it('reads nested routers', () =>
    expect(nounRoutes({ leads: { lists: { all: call('/lead-lists') }, get: call('/leads/{id}') } })).toEqual([
      {
        noun: 'leads',
        paths: ['/api/lead-lists', '/api/lead-lists/{proxy+}', '/api/leads', '/api/leads/{proxy+}'],
      },
    ]));

  it('gives a shared segment to the noun with most calls there, and to the other its calls by name', () =>
    expect(
      nounRoutes({
        calls: { active: call('/tenant/active-calls'), one: call('/calls/{id}') },
        tenants: { contexts: call('/tenant/contexts'), settings: call('/tenant/settings') },
      }),
    ).toEqual([
      { noun: 'calls', paths: ['/api/calls', '/api/calls/{proxy+}', '/api/tenant/active-calls'] },
      { noun: 'tenants', paths: ['/api/tenant', '/api/tenant/{proxy+}'] },
    ]));

  it('leaves a segment to the noun that bears its name, however many calls others have below it', () =>
    expect(
      nounRoutes({
        auth: { one: call('/users/me/a'), two: call('/users/me/b') },
        users: { list: call('/users') },
      }),
    ).toEqual([
      { noun: 'auth', paths: ['/api/users/me/a', '/api/users/me/b'] },
      { noun: 'users', paths: ['/api/users', '/api/users/{proxy+}'] },
    ]));
});
