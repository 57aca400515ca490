import { noun } from '#functions/kernel/http.ts';
import { endAllSessions, extensionNumbered, hearQueueEvent, tellEverything } from '#functions/pbx/api.ts';
import { onExchangeLeft, onExchangeNew, onQueueEvent, userOfExtension } from './hooks.ts';
import { routes } from './routes.ts';

onQueueEvent.register(hearQueueEvent);
userOfExtension.register(async (number) => (await extensionNumbered(number))?.userId ?? null);
onExchangeNew.register(tellEverything);
onExchangeLeft.register(endAllSessions);

export const handler = noun(routes);
