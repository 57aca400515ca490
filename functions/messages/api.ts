/** What other nouns use of this one. They import this file and no other. */

export {
  assertBlast,
  beginBlast,
  blastContacts,
  blastStatus,
  cancelBlast,
  listBlasts,
  previewContacts,
} from './blasts.ts';
export { inboundCallback, statusCallback } from './callbacks.ts';
export { threadDeletionWork } from './delete-threads.ts';
export { listTexts } from './list.ts';
export { testMail } from './mail-test.ts';
export {
  bulkReplies,
  replyTo,
  sendBulk,
  sendMail,
  sendTemplate,
  sendText,
  sendTextToOwn,
  threadsOfLeads,
} from './manual-send.ts';
export { listNumbers, releaseTwilioNumber, rentTwilioNumber, syncNumbers, twilioNumbers } from './numbers.ts';
export { blastWork, messageWork } from './revive.ts';
export { ProviderDown, sendMessage } from './send.ts';
export { confirmReplyTo, sendReplyToLink } from './sender-identity.ts';
export {
  defaultProvider,
  emailConfig,
  listEmailProviders,
  saveEmailConfig,
  setDefaultProvider,
  setSmsConfig,
  smsConfig,
  testSms,
  twilioBalance,
} from './settings.ts';
export { mailStats, resetDailyLimit, textStats } from './stats.ts';
export {
  listConversations,
  markResolved,
  readThread,
  threadOf,
  unreadCount,
  unresponded,
} from './threads.ts';
export { unsubscribe, unsubscribePage } from './unsubscribe.ts';
export { messageLineWork } from './waiting.ts';
