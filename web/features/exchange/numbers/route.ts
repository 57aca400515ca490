import type { Did, DidRoute } from '#shared/model/did.ts';

/** A route as the value of a choice; empty for a number that leads nowhere. */
export const routeValue = (route: DidRoute | null): string => {
  if (route === null) return '';
  if (route.kind === 'plan') return route.planId;
  return route.kind === 'queue' ? route.queueId : route.extensionId;
};

/** The route that a choice's value means. */
export function routeOf(value: string): DidRoute | null {
  if (value === '') return null;
  if (value.startsWith('dlp_')) return { kind: 'plan', planId: value };
  return value.startsWith('que_')
    ? { kind: 'queue', queueId: value }
    : { kind: 'extension', extensionId: value };
}

/** Where calls to a number lead, as a row says it. */
export function leadsTo({ route, routeName, status }: Did): { text: string; isWrong: boolean } {
  if (status === 'released') return { text: 'Nowhere: it was given back', isWrong: false };
  if (!route) return { text: 'Nowhere yet', isWrong: false };
  if (routeName === null)
    return {
      text: `Nowhere: the ${route.kind === 'plan' ? 'dial plan' : route.kind} is gone`,
      isWrong: true,
    };
  const kind = { queue: 'Queue', extension: 'Extension', plan: 'Dial plan' }[route.kind];
  return { text: `${kind} ${routeName}`, isWrong: false };
}
