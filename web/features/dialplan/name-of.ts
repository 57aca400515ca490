import type { Named } from './resources.ts';

/** What stands for a name that is in no list: gone, or the list could not be loaded. */
export const unknown = (what: string, { isReady }: Pick<Named, 'isReady'>): string =>
  isReady ? `${what} that is gone` : what;

export const extensionName = (id: string, named: Named): string => {
  const found = named.extensions.get(id);
  return found ? `${found.name} (${found.number})` : unknown('An extension', named);
};

export const queueName = (id: string, named: Named): string =>
  named.queues.get(id)?.name ?? unknown('A queue', named);
