import { agentGroups } from './agent-groups.ts';
import { agentStatus } from './agent-status.ts';
import { apiKeys } from './api-keys.ts';
import { audit } from './audit.ts';
import { auth } from './auth.ts';
import { callingLists } from './calling-lists.ts';
import { calls } from './calls.ts';
import { campaigns } from './campaigns.ts';
import { carrierDids } from './carrier-dids.ts';
import { celebrations } from './celebrations.ts';
import { contacts } from './contacts.ts';
import { content } from './content.ts';
import { conversations } from './conversations.ts';
import { dashboard } from './dashboard.ts';
import { dialplans } from './dialplans.ts';
import { didPools } from './did-pools.ts';
import { dids } from './dids.ts';
import { email } from './email.ts';
import { goals } from './goals.ts';
import { ivr } from './ivr.ts';
import { jobs } from './jobs.ts';
import { journeys } from './journeys.ts';
import { leadAssignments } from './lead-assignments.ts';
import { leads } from './leads.ts';
import { marketplace } from './marketplace.ts';
import { messageTemplates } from './message-templates.ts';
import { pbx } from './pbx/index.ts';
import { platform } from './platform.ts';
import { privacy } from './privacy.ts';
import { proxy } from './proxy.ts';
import { recordings } from './recordings.ts';
import { repPhotos } from './rep-photos.ts';
import { reportTemplates } from './report-templates.ts';
import { reports } from './reports.ts';
import { scripts } from './scripts.ts';
import { signage } from './signage.ts';
import { sms } from './sms.ts';
import { system } from './system.ts';
import { tcpa } from './tcpa.ts';
import { telephony } from './telephony.ts';
import { tenants } from './tenants.ts';
import { tracers } from './tracers.ts';
import { transferGroups } from './transfer-groups.ts';
import { users } from './users.ts';
import { hooks, webhooks } from './webhooks.ts';

/**
 * The contract: every call of the product, by noun. A noun is one function in the cloud, `functions/<noun>/`.
 * The router, the browser's client, OpenAPI, the gateway's routes and the isolation test all read this object.
 */
export const api = {
  agentGroups,
  agentStatus,
  apiKeys,
  audit,
  auth,
  callingLists,
  calls,
  campaigns,
  carrierDids,
  celebrations,
  contacts,
  content,
  conversations,
  dashboard,
  dialplans,
  didPools,
  dids,
  email,
  goals,
  hooks,
  ivr,
  jobs,
  journeys,
  leadAssignments,
  leads,
  marketplace,
  messageTemplates,
  pbx,
  platform,
  privacy,
  proxy,
  recordings,
  repPhotos,
  reports,
  reportTemplates,
  scripts,
  signage,
  sms,
  system,
  tcpa,
  telephony,
  tenants,
  tracers,
  transferGroups,
  users,
  webhooks,
};
export type Api = typeof api;
