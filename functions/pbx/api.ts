/** What other nouns use of this one. They import this file and no other. */

export { keepCallback } from './callbacks/ask.ts';
export { queueCallbackWork, settleCallback } from './callbacks/call-back.ts';
export { waitingCallbacks } from './callbacks/waiting.ts';
export { numberToShow } from './calls/number-hook.ts';
export { originateFromPhone } from './calls/originate.ts';
export { winSoldLead } from './calls/sold-lead.ts';
export { pbxLives } from './data-terms.ts';
export { dispositionCodes, initializeDispositions } from './dispositions/codes.ts';
export { hearOfEmergency } from './emergency/heard-of.ts';
export { endAllSessions, tellEverything } from './exchange/moved.ts';
export {
  deployedPlans,
  numbersTo,
  pushPlan,
  routedNumbers,
  targetOfNumber,
} from './exchange/number-hooks.ts';
export { markNumbers } from './exchange/numbers-to.ts';
export { exchangePushWork, markWrites, push, pushAfterwards } from './exchange/pushes.ts';
export { messageBoxOf } from './exchange/wanted.ts';
export { extensionNumbered } from './extensions/find.ts';
export { changePhoneOfUser } from './extensions/of-user.ts';
export { extensionOfUser } from './extensions/read.ts';
export { followAgentStatus } from './extensions/status.ts';
export { everyExtension, extensionsThere, findExtension } from './extensions/store.ts';
export { createExtension } from './extensions/write.ts';
export { pbxPersonalData } from './personal-data.ts';
export { queueChangesOfGroup } from './queues/group-changes.ts';
export { queuesOfAgents } from './queues/of-agents.ts';
export { createQueue } from './queues/queues.ts';
export { signFloorNow } from './queues/sign-floor.ts';
export { hearQueueEvent } from './queues/stats.ts';
export { everyQueue, findQueue, queuesThere } from './queues/store.ts';
export { phoneSessionWork } from './sessions/keep.ts';
export { currentSession, isAtPhone, usersOnOtherDevices } from './sessions/store.ts';
export { hearOfVoicemail } from './voicemail/heard-of.ts';
export { voicemailWork } from './voicemail/retention.ts';
