/** One route of an HTTP API, taken apart. */
export interface Route<T> {
  routeKey: string;
  /** `ANY` takes every method. */
  method: string;
  segments: Segment[];
  isDefault: boolean;
  target: T;
}

type Segment = { kind: 'text'; text: string } | { kind: 'one' | 'greedy'; name: string };

export interface Match<T> {
  route: Route<T>;
  /** Decoded values of `{name}` and `{name+}`. */
  parameters: Record<string, string>;
}

/** @throws Error when the key is neither `$default` nor `METHOD /path` */
export function parseRoute<T>(routeKey: string, target: T): Route<T> {
  if (routeKey === '$default') return { routeKey, method: 'ANY', segments: [], isDefault: true, target };
  const [, method, path] = /^([A-Z]+) (\/\S*)$/.exec(routeKey) ?? [];
  if (!method || !path)
    throw new Error(`The route key ${routeKey} is neither $default nor a method and a path.`);
  const segments = path
    .split('/')
    .slice(1)
    .map((text): Segment => {
      const variable = /^\{([^}+]+)(\+?)\}$/.exec(text);
      if (!variable) return { kind: 'text', text };
      return { kind: variable[2] ? 'greedy' : 'one', name: variable[1]! };
    });
  return { routeKey, method, segments, isDefault: false, target };
}

function matchPath(segments: Segment[], parts: string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [at, segment] of segments.entries()) {
    const part = parts[at];
    if (part === undefined) return undefined;
    if (segment.kind === 'greedy') {
      const rest = parts.slice(at).join('/');
      if (rest === '') return undefined;
      parameters[segment.name] = rest;
      return parameters;
    }
    if (segment.kind === 'text' ? segment.text !== part : part === '') return undefined;
    if (segment.kind === 'one') parameters[segment.name] = part;
  }
  return parts.length === segments.length ? parameters : undefined;
}

/** Text before variables before the rest of a path; then the named method before ANY. */
function rank(route: Route<unknown>): string {
  const path = route.segments.map(({ kind }) => ({ text: 'a', one: 'b', greedy: 'c' })[kind]).join('');
  return `${route.isDefault ? 'z' : path}~${route.method === 'ANY' ? 1 : 0}`;
}

/**
 * Chooses the most specific route, as API Gateway does: full matches, then paths with a greedy variable, then
 * `$default`; within one path the named method before ANY.
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 * @param path decoded, beginning with a slash
 */
export function matchRoute<T>(routes: Route<T>[], method: string, path: string): Match<T> | undefined {
  const parts = path.split('/').slice(1);
  let best: Match<T> | undefined;
  for (const route of routes) {
    if (route.method !== 'ANY' && route.method !== method) continue;
    const parameters = route.isDefault ? {} : matchPath(route.segments, parts);
    if (parameters && (!best || rank(route) < rank(best.route))) best = { route, parameters };
  }
  return best;
}
