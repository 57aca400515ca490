import { api } from '#shared/api/index.ts';

/** A noun's paths at the gateway; `{x}` and `{proxy+}` mean there what they mean in the contract. */
export interface NounRoutes {
  noun: string;
  paths: string[];
}

interface Procedure {
  '~orpc': { route: { path?: string } };
}

function pathsOf(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  if ('~orpc' in part) {
    const path = (part as Procedure)['~orpc'].route.path;
    return path ? [path] : [];
  }
  return Object.values(part).flatMap(pathsOf);
}

const unique = (list: string[]) => [...new Set(list)].sort();

/**
 * The gateway's routes, read from the contract: `ANY /api/<segment>` and everything below it go to the noun that
 * has the segment. Where nouns share a first segment, the one that bears its name has it, else the one with most calls
 * below it, and each other has its own calls by their whole path, which the gateway prefers as the more specific.
 */
export function nounRoutes(contract: object = api): NounRoutes[] {
  const calls = Object.entries(contract).map(([noun, router]) => ({ noun, paths: pathsOf(router) }));
  const owners = new Map<string, { noun: string; calls: number }>();
  for (const { noun, paths } of calls)
    for (const segment of unique(paths.map((path) => path.split('/')[1]!))) {
      const count =
        segment === noun
          ? Number.POSITIVE_INFINITY
          : paths.filter((path) => path.split('/')[1] === segment).length;
      const owner = owners.get(segment);
      if (!owner || count > owner.calls) owners.set(segment, { noun, calls: count });
    }
  return calls.map(({ noun, paths }) => ({
    noun,
    paths: unique(
      paths.flatMap((path) => {
        const segment = path.split('/')[1]!;
        return owners.get(segment)!.noun === noun
          ? [`/api/${segment}`, `/api/${segment}/{proxy+}`]
          : [`/api${path}`];
      }),
    ),
  }));
}
