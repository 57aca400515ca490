import { routesOf } from '#functions/kernel/http.ts';
import {
  campaignHours,
  campaignLeads,
  campaignOf,
  changeCampaign,
  clearUnresponded,
  countAudience,
  createCampaign,
  listCampaigns,
  openLink,
  pauseCampaign,
  removeCampaign,
  setAutoReply,
  setRateLimit,
  startCampaign,
  startContactsUpload,
  uploadContacts,
} from '#functions/messages/api.ts';
import { campaigns } from '#shared/api/campaigns.ts';

const r = routesOf(campaigns);

export const routes = r.router({
  list: r.list.handler(({ input }) => listCampaigns(input)),
  create: r.create.handler(({ input }) => createCampaign(input)),
  audience: r.audience.handler(({ input }) => countAudience(input)),
  get: r.get.handler(({ input }) => campaignOf(input.id)),
  hours: r.hours.handler(({ input }) => campaignHours(input.id)),
  update: r.update.handler(({ input: { id, version, ...change } }) => changeCampaign(id, change, version)),
  remove: r.remove.handler(async ({ input }) => ({
    message: `“${await removeCampaign(input.id)}” has been removed.`,
  })),
  start: r.start.handler(({ input }) => startCampaign(input.id)),
  pause: r.pause.handler(({ input }) => pauseCampaign(input.id)),
  setRateLimit: r.setRateLimit.handler(({ input }) => setRateLimit(input.id, input.rateLimit)),
  setAutoReply: r.setAutoReply.handler(({ input: { id, ...change } }) => setAutoReply(id, change)),
  clearUnresponded: r.clearUnresponded.handler(({ input }) => clearUnresponded(input.id)),
  startUpload: r.startUpload.handler(() => startContactsUpload()),
  upload: r.upload.handler(({ input: { id, contacts, ...uploaded } }) =>
    uploadContacts(id, { file: contacts, ...uploaded }),
  ),
  openLink: r.openLink.handler(({ input }) => openLink(input.code)),
  leads: r.leads.handler(({ input: { id, ...query } }) => campaignLeads(id, query)),
});
