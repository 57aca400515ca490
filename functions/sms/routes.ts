import { assertReleasable } from '#functions/carrierDids/api.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { usable } from '#functions/leads/api.ts';
import {
  assertBlast,
  beginBlast,
  blastContacts,
  blastStatus,
  bulkReplies,
  cancelBlast,
  defaultProvider,
  draftingView,
  draftReply,
  inboundCallback,
  listBlasts,
  listConversations,
  listNumbers,
  listSmsProviders,
  listTexts,
  markResolved,
  previewContacts,
  readThread,
  releaseNumber,
  rentTwilioNumber,
  replyTo,
  sendBulk,
  sendTemplate,
  sendText,
  sendTextToOwn,
  setDefaultProvider,
  setDrafting,
  setSmsConfig,
  smsConfig,
  statusCallback,
  syncNumbers,
  testSms,
  textStats,
  threadOf,
  threadsOfLeads,
  twilioBalance,
  twilioNumbers,
  unreadCount,
  unresponded,
} from '#functions/messages/api.ts';
import { listTemplates } from '#functions/messageTemplates/api.ts';
import { sms } from '#shared/api/sms.ts';

const r = routesOf(sms);

export const routes = r.router({
  messages: r.messages.handler(({ input }) => listTexts(input)),
  send: r.send.handler(({ input }) => sendText(input)),
  templates: r.templates.handler(({ input }) => listTemplates({ ...input, channel: 'sms' })),
  stats: r.stats.handler(({ input }) => textStats(input.days)),
  sendTemplate: r.sendTemplate.handler(({ input }) => sendTemplate(input)),
  sendBulk: r.sendBulk.handler(({ input }) => sendBulk(input)),
  sendBlast: r.sendBlast.handler(({ input }) => beginBlast(input)),
  blasts: r.blasts.handler(({ input }) => listBlasts(input.limit, input.cursor)),
  blastStatus: r.blastStatus.handler(({ input }) => blastStatus(input.id)),
  cancelBlast: r.cancelBlast.handler(({ input }) => cancelBlast(input.id)),

  conversations: r.conversations.handler(({ input }) => listConversations('texts', input)),
  unreadCount: r.unreadCount.handler(() => unreadCount('texts')),
  conversation: r.conversation.handler(({ input }) => threadOf('texts', input)),
  readConversation: r.readConversation.handler(({ input }) => readThread('texts', input.id)),
  unified: r.unified.handler(({ input }) => listConversations('all', input)),
  unifiedConversation: r.unifiedConversation.handler(({ input }) => threadOf('all', input)),
  readUnified: r.readUnified.handler(({ input }) => readThread('all', input.id)),
  unifiedUnread: r.unifiedUnread.handler(() => unreadCount('all')),
  agentConversations: r.agentConversations.handler(({ input }) => listConversations('own', input)),
  agentConversation: r.agentConversation.handler(({ input }) => threadOf('own', input)),
  readAgentConversation: r.readAgentConversation.handler(({ input }) => readThread('own', input.id)),
  agentUnread: r.agentUnread.handler(() => unreadCount('own')),
  agentSend: r.agentSend.handler(({ input }) => sendTextToOwn(input)),

  unresponded: r.unresponded.handler(async ({ input: { campaignId, limit, cursor } }) => {
    await assertBlast(campaignId);
    return unresponded(campaignId, limit, cursor);
  }),
  markResolved: r.markResolved.handler(async ({ input }) => ({
    resolved: await markResolved(threadsOfLeads(input.contactIds)),
  })),
  bulkReplies: r.bulkReplies.handler(({ input: { contactIds, message, key } }) =>
    bulkReplies(contactIds, message, key),
  ),
  reply: r.reply.handler(async ({ input: { id, message, key } }) => {
    await usable(id);
    return replyTo(id, message, key);
  }),

  uploadPreview: r.uploadPreview.handler(({ input }) => previewContacts(input)),
  importSimplified: r.importSimplified.handler(({ input }) => blastContacts(input)),

  inbound: r.inbound.handler(({ input }) => inboundCallback(input.key, input.provider)),
  status: r.status.handler(({ input }) => statusCallback(input.key, input.provider)),

  drafting: r.drafting.handler(() => draftingView()),
  setDrafting: r.setDrafting.handler(({ input }) => setDrafting(input)),
  draftReply: r.draftReply.handler(({ input }) => draftReply(input.id)),

  numbers: r.numbers.handler(async () => ({ numbers: await listNumbers() })),
  providers: r.providers.handler(async () => ({ providers: await listSmsProviders() })),
  config: r.config.handler(({ input }) => smsConfig(input.provider)),
  setConfig: r.setConfig.handler(({ input: { provider, ...change } }) => setSmsConfig(provider, change)),
  test: r.test.handler(({ input }) => testSms(input.provider)),
  balance: r.balance.handler(() => twilioBalance()),
  defaultProvider: r.defaultProvider.handler(() => defaultProvider()),
  setDefaultProvider: r.setDefaultProvider.handler(({ input }) => setDefaultProvider(input.provider)),
  syncNumbers: r.syncNumbers.handler(({ input }) => syncNumbers(input.provider)),
  twilioNumbers: r.twilioNumbers.handler(({ input }) => twilioNumbers(input)),
  rentTwilioNumber: r.rentTwilioNumber.handler(({ input }) => rentTwilioNumber(input)),
  releaseTwilioNumber: r.releaseTwilioNumber.handler(async ({ input }) => {
    await assertReleasable(input.id, true);
    await releaseNumber('twilio', input.id);
    return { message: 'The number has been given back.' };
  }),
});
