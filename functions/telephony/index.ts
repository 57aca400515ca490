import { hearPlaced } from '#functions/callingLists/api.ts';
import { hearPlanEvent, plansToServe } from '#functions/dialplans/api.ts';
import { routedNumbers as everyRouted } from '#functions/dids/api.ts';
import { noun } from '#functions/kernel/http.ts';
import { noteAnsweredCaller } from '#functions/leadAssignments/api.ts';
import {
  deployedPlans,
  endAllSessions,
  extensionNumbered,
  hearOfEmergency,
  hearOfVoicemail,
  hearQueueEvent,
  routedNumbers,
  settleCallback,
  tellEverything,
} from '#functions/pbx/api.ts';
import {
  onCallbackOver,
  onCallerAnswered,
  onEmergency,
  onExchangeLeft,
  onExchangeNew,
  onPlacedEvent,
  onPlanEvent,
  onQueueEvent,
  onVoicemail,
  userOfExtension,
} from './hooks.ts';
import { routes } from './routes.ts';

onCallbackOver.register(settleCallback);
onCallerAnswered.register(noteAnsweredCaller);
onEmergency.register(hearOfEmergency);
onPlacedEvent.register(hearPlaced);
onPlanEvent.register(hearPlanEvent);
onQueueEvent.register(hearQueueEvent);
onVoicemail.register(hearOfVoicemail);
userOfExtension.register(async (number) => (await extensionNumbered(number))?.userId ?? null);
onExchangeNew.register(tellEverything);
routedNumbers.register(everyRouted);
deployedPlans.register(plansToServe);
onExchangeLeft.register(endAllSessions);

export const handler = noun(routes);
