import { noun } from '#functions/kernel/http.ts';
import { extensionNumbered, hearQueueEvent } from '#functions/pbx/api.ts';
import { onQueueEvent, userOfExtension } from './hooks.ts';
import { routes } from './routes.ts';

onQueueEvent.register(hearQueueEvent);
userOfExtension.register(async (number) => (await extensionNumbered(number))?.userId ?? null);

export const handler = noun(routes);
