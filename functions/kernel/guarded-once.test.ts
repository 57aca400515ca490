import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/*
 * A noun's calls may be put together from files, each with an implementer of its own. Where that is of another contract
 * than the noun's, the guard stands before a call twice, and who calls is read from the table twice.
 */

interface Call {
  '~orpc': { middlewares: object[]; route: { method: string; path: string } };
}

const callsOf = (router: object): Call[] =>
  '~orpc' in router ? [router as Call] : Object.values(router).flatMap(callsOf);

const functions = join(import.meta.dirname, '..');
const nouns = readdirSync(functions).filter((noun) => existsSync(join(functions, noun, 'routes.ts')));

describe('each call of the product', () => {
  it('is guarded once', { timeout: 300_000 }, async () => {
    const twice: string[] = [];
    let count = 0;
    for (const noun of nouns) {
      const { routes } = (await import(`../${noun}/routes.ts`)) as { routes: object };
      for (const { '~orpc': call } of callsOf(routes)) {
        count++;
        if (new Set(call.middlewares).size < call.middlewares.length || call.middlewares.length !== 2)
          twice.push(`${call.route.method} ${call.route.path} of ${noun}`);
      }
    }
    expect(count).toBeGreaterThan(400);
    expect(twice).toEqual([]);
  });
});
