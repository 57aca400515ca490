import { routedNumbers as everyRouted } from '#functions/dids/api.ts';
import { noun } from '#functions/kernel/http.ts';
import { noteAnsweredCaller } from '#functions/leadAssignments/api.ts';
import {
  endAllSessions,
  extensionNumbered,
  hearQueueEvent,
  routedNumbers,
  tellEverything,
} from '#functions/pbx/api.ts';
import { onCallerAnswered, onExchangeLeft, onExchangeNew, onQueueEvent, userOfExtension } from './hooks.ts';
import { routes } from './routes.ts';

onCallerAnswered.register(noteAnsweredCaller);
onQueueEvent.register(hearQueueEvent);
userOfExtension.register(async (number) => (await extensionNumbered(number))?.userId ?? null);
onExchangeNew.register(tellEverything);
routedNumbers.register(everyRouted);
onExchangeLeft.register(endAllSessions);

export const handler = noun(routes);
