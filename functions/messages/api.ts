/** What other nouns use of this one. They import this file and no other. */

export { blastsAsJobs } from './blasts/as-jobs.ts';
export { countAudience } from './blasts/audience.ts';
export {
  assertBlast,
  beginBlast,
  blastContacts,
  blastStatus,
  cancelBlast,
  listBlasts,
} from './blasts/blasts.ts';
export { campaignLeads } from './blasts/campaign-leads.ts';
export { campaignHours, campaignOf, listCampaigns } from './blasts/campaign-view.ts';
export {
  changeCampaign,
  clearUnresponded,
  createCampaign,
  pauseCampaign,
  removeCampaign,
  setAutoReply,
  setRateLimit,
  startCampaign,
  uploadContacts,
} from './blasts/campaigns.ts';
export { startContactsUpload } from './blasts/contacts-file.ts';
export { previewContacts } from './blasts/preview.ts';
export { blastWork } from './blasts/revive.ts';
export { blastSendingFrom } from './blasts/senders.ts';
export { messageLives, messageTerms } from './data-terms.ts';
export { tagNames } from './desk/tag-store.ts';
export { draftReply } from './drafting/draft.ts';
export { draftingView, setDrafting } from './drafting/settings.ts';
export { inboundCallback, statusCallback } from './inbound/callbacks.ts';
export { changeMany } from './inbox/bulk.ts';
export {
  inboxConversationOf,
  inboxCounts,
  inboxView,
  listInbox,
} from './inbox/list.ts';
export { addNote, takeNoteAway } from './inbox/notes.ts';
export { recordPresence } from './inbox/presence.ts';
export { savedInboxViews } from './inbox/saved-views.ts';
export { assign, close, reopen, snooze, snoozedConversationWork } from './inbox/state.ts';
export { setTags } from './inbox/tags.ts';
export { openLink } from './links/open.ts';
export { numberReputationWork } from './numbers/daily-reputation.ts';
export { listNumbers, rentTwilioNumber, syncNumbers, twilioNumbers } from './numbers/numbers.ts';
export {
  type Bought,
  beginPurchase,
  followOrder,
  numberOrderWork,
  purchaseNumber,
  recentOrders,
  releaseNumber,
  type WantedNumber,
} from './numbers/orders.ts';
export { requestRemedy } from './numbers/remedy.ts';
export { searchNumbers } from './numbers/search.ts';
export { unsubscribe, unsubscribePage } from './opt-out/unsubscribe.ts';
export { messagePersonalData } from './personal-data.ts';
export type { NumberFeature } from './providers/types.ts';
export { textCounts } from './record/counter-store.ts';
export { textsBetween } from './record/texts-between.ts';
export {
  bulkReplies,
  replyTo,
  sendBulk,
  sendMail,
  sendTemplate,
  sendText,
  sendTextToOwn,
  threadsOfLeads,
} from './send/manual-send.ts';
export { messageWork } from './send/revive.ts';
export { ProviderDown, sendMessage } from './send/send.ts';
export { mailStats, resetDailyLimit, textStats } from './send/stats.ts';
export { testMail } from './send/test-mail.ts';
export { textCaller } from './send/text-caller.ts';
export { messageLineWork } from './send/waiting.ts';
export { confirmReplyTo, sendReplyToLink } from './settings/sender-identity.ts';
export {
  defaultProvider,
  emailConfig,
  listEmailProviders,
  listSmsProviders,
  saveEmailConfig,
  setDefaultProvider,
  setSmsConfig,
  smsConfig,
  testSms,
  twilioBalance,
} from './settings/settings.ts';
export { mailStanding, textsStanding } from './settings/standing.ts';
export { messageTermErasers } from './term-erasers.ts';
export { threadDeletionWork } from './threads/delete.ts';
export { listTexts } from './threads/list.ts';
export { threadStandings } from './threads/standing.ts';
export {
  contactThread,
  listConversations,
  markResolved,
  readThread,
  threadOf,
  unreadCount,
  unresponded,
} from './threads/threads.ts';
