import { agentPresenceWork } from '#functions/agentStatus/api.ts';
import { callingListWork, callingReadinessWork, callingTurnWork } from '#functions/callingLists/api.ts';
import { callTranscriptWork, recordingWork } from '#functions/calls/api.ts';
import { celebrationNewsWork, celebrationWork } from '#functions/celebrations/api.ts';
import {
  batchRemovalWork,
  batchWork,
  bulkWork,
  exportWork,
  heldSubmissionWork,
  removedAssetWork,
} from '#functions/content/api.ts';
import { goalCrossingWork, goalWork } from '#functions/goals/api.ts';
import type { DueKind, DueWork } from '#functions/kernel/due.ts';
import { jobPartWork, journeyJobWork, pagedJobWork } from '#functions/kernel/paged-job.ts';
import { leadExportWork, leadImportWork, leadScoringWork } from '#functions/leads/api.ts';
import {
  marketCertificateWork,
  marketListingWork,
  marketOrderWork,
  marketPaymentWork,
  marketPayoutAccountWork,
  marketPayoutWork,
  marketPingWork,
  marketPurchaseWork,
  marketStandingOrderWork,
} from '#functions/marketplace/api.ts';
import {
  blastWork,
  messageLineWork,
  messageWork,
  numberOrderWork,
  numberReputationWork,
  snoozedConversationWork,
  threadDeletionWork,
} from '#functions/messages/api.ts';
import { exchangePushWork, phoneSessionWork, queueCallbackWork, voicemailWork } from '#functions/pbx/api.ts';
import { retentionWork } from '#functions/privacy/api.ts';
import { promptGenerationWork } from '#functions/recordings/api.ts';
import { reportRunWork, reportScheduleWork } from '#functions/reportTemplates/api.ts';
import { announcementWork, displayWork, signagePlansWork } from '#functions/signage/api.ts';
import { callWork } from '#functions/telephony/api.ts';
import { tracerSearchWork } from '#functions/tracers/api.ts';
import { webhookSendingWork } from '#functions/webhookEndpoints/api.ts';
import { webhookCallWork, webhookDeliveryWork } from '#functions/webhooks/api.ts';

/** What is looked at each minute where it is due: everything that a kill may have left half done, and what has its time. */
export const dueKinds: Record<DueKind, DueWork> = {
  agentPresence: agentPresenceWork,
  announcement: announcementWork,
  batch: batchWork,
  batchRemoval: batchRemovalWork,
  blast: blastWork,
  bulk: bulkWork,
  call: callWork,
  callTranscript: callTranscriptWork,
  callingList: callingListWork,
  callingReadiness: callingReadinessWork,
  callingTurn: callingTurnWork,
  celebration: celebrationWork,
  celebrationNews: celebrationNewsWork,
  display: displayWork,
  exchangePush: exchangePushWork,
  export: exportWork,
  goal: goalWork,
  goalCrossing: goalCrossingWork,
  heldSubmission: heldSubmissionWork,
  job: pagedJobWork,
  jobPart: jobPartWork,
  journeyJob: journeyJobWork,
  leadExport: leadExportWork,
  leadImport: leadImportWork,
  leadScoring: leadScoringWork,
  marketCertificate: marketCertificateWork,
  marketListing: marketListingWork,
  marketPurchase: marketPurchaseWork,
  marketOrder: marketOrderWork,
  marketPayment: marketPaymentWork,
  marketPayout: marketPayoutWork,
  marketPayoutAccount: marketPayoutAccountWork,
  marketPing: marketPingWork,
  marketStandingOrder: marketStandingOrderWork,
  message: messageWork,
  messageLine: messageLineWork,
  numberOrder: numberOrderWork,
  numberReputation: numberReputationWork,
  phoneSession: phoneSessionWork,
  promptGeneration: promptGenerationWork,
  queueCallback: queueCallbackWork,
  recording: recordingWork,
  removedAsset: removedAssetWork,
  reportRun: reportRunWork,
  reportSchedule: reportScheduleWork,
  retention: retentionWork,
  signagePlans: signagePlansWork,
  snoozedConversation: snoozedConversationWork,
  threadDeletion: threadDeletionWork,
  tracerSearch: tracerSearchWork,
  voicemail: voicemailWork,
  webhookCall: webhookCallWork,
  webhookDelivery: webhookDeliveryWork,
  webhookSending: webhookSendingWork,
};
