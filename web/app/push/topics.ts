import type { PushTopic } from '#shared/model/push.ts';
import { query } from '../api.ts';

/** What has to be asked for again after a hint of each topic. */
export const staleAfter: Record<PushTopic, () => readonly (readonly unknown[])[]> = {
  inbox: () => [
    query.sms.unified.key(),
    query.sms.agentConversations.key(),
    query.sms.unifiedUnread.key(),
    query.sms.agentUnread.key(),
    query.sms.unifiedConversation.key(),
    query.conversations.key(),
    query.campaigns.get.key(),
    query.campaigns.leads.key(),
  ],
  calls: () => [
    query.callingLists.readiness.key(),
    query.system.agentStatus.key(),
    query.calls.active.key(),
    query.calls.list.key(),
    query.calls.search.key(),
    query.calls.get.key(),
    query.pbx.listEmergencyCalls.key(),
    query.pbx.listVoicemail.key(),
    query.pbx.voicemailBoxes.key(),
    query.pbx.queueCallbacks.key(),
    query.pbx.queueStats.key(),
  ],
  agents: () => [
    query.agentStatus.mine.key(),
    query.system.agentStatus.key(),
    query.pbx.listPhoneSessions.key(),
  ],
  jobs: () => [
    query.jobs.list.key(),
    query.jobs.get.key(),
    query.privacy.list.key(),
    query.privacy.get.key(),
    query.leads.getImport.key(),
    query.leads.listImports.key(),
    query.leads.getExport.key(),
    query.leads.listExports.key(),
    query.journeys.job.key(),
    query.campaigns.list.key(),
    query.campaigns.get.key(),
    query.campaigns.leads.key(),
    query.content.listBulkExports.key(),
    query.content.listBatches.key(),
    query.content.getPersonalised.key(),
    query.content.listPersonalised.key(),
  ],
  // The editor asks by its next sign of life (web/features/content/presence).
  editing: () => [],
  celebrations: () => [query.celebrations.key()],
  goals: () => [query.goals.key()],
  displays: () => [
    query.signage.displays.key(),
    query.signage.displayPlan.key(),
    query.signage.listEmergencies.key(),
    query.signage.listGroups.key(),
    query.signage.listPlaylists.key(),
    query.signage.listSchedules.key(),
  ],
};
