import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { commit } from '#functions/kernel/table.ts';
import { usersThere } from '#functions/users/api.ts';
import { leads } from '#shared/api/leads.ts';
import { changeLeads, createLeads, removeLeads, restoreLeads } from './bulk.ts';
import { countLeads } from './count-leads.ts';
import { funnel, statistics, tagsInUse } from './figures.ts';
import { finder } from './finder.ts';
import { importRoutes } from './imports/routes.ts';
import { journeysOfLead } from './journey-hooks.ts';
import { assertFilterSize, assertValidFilter } from './query/validate.ts';
import { listLeads } from './read.ts';
import { explainScore } from './scoring/explain.ts';
import { scoringState } from './scoring/state.ts';
import { switchMode, trainByHand } from './scoring/training.ts';
import { leadSettings, updateLeadSettings } from './settings.ts';
import { timeline, timelineEvent } from './timeline.ts';
import { view } from './view.ts';
import { leadViews } from './views.ts';
import { changeLead, changeTags, createLead, removeLead, restoreLead, usable } from './write.ts';

const r = routesOf(leads, { lookUps: { user: usersThere } });

/** Which of a lead's timeline the narrower lists show. */
const calls = ['call'];
const communications = ['call', 'sms', 'email'];

/** A count that takes longer is told as far as it came, ms. */
const countMs = 10_000;

interface Paged {
  id: string;
  limit: number;
  cursor?: string | undefined;
}

async function timelineOf({ id, ...page }: Paged, kinds?: readonly string[]) {
  await usable(id);
  return timeline(id, { ...page, kinds });
}

export const routes = r.router({
  ...importRoutes,
  list: r.list.handler(({ input }) => listLeads(input)),
  create: r.create.handler(async ({ input }) => view((await createLead(input)).lead)),
  tags: r.tags.handler(() => tagsInUse()),
  statistics: r.statistics.handler(() => statistics()),
  funnel: r.funnel.handler(() => funnel()),
  settings: r.settings.handler(() => leadSettings()),
  updateSettings: r.updateSettings.handler(({ input }) => updateLeadSettings(input)),
  scoring: r.scoring.handler(() => scoringState()),
  updateScoring: r.updateScoring.handler(async ({ input: { mode, version } }) => {
    await switchMode(mode, version);
    return scoringState();
  }),
  trainScores: r.trainScores.handler(() => trainByHand()),
  score: r.score.handler(async ({ input }) => explainScore(await usable(input.id))),
  views: r.views.handler(async () => ({ views: await leadViews.list() })),
  saveView: r.saveView.handler(({ input }) => leadViews.save(input)),
  updateView: r.updateView.handler(({ input: { id, version, ...saved } }) =>
    leadViews.update(id, saved, version),
  ),
  removeView: r.removeView.handler(async ({ input }) => {
    await leadViews.remove(input.id);
    return { message: 'The view has been removed.' };
  }),
  search: r.search.handler(async ({ input: { query, ...page } }) => {
    const found = await finder().search(query, page);
    return { leads: found.leads.map(view), nextCursor: found.nextCursor, total: null };
  }),
  query: r.query.handler(async ({ input: { filter, sort, ...page } }) => {
    assertFilterSize(filter);
    assertValidFilter(filter);
    const found = await finder().query(filter, sort, page);
    return { leads: found.leads.map(view), nextCursor: found.nextCursor, total: null };
  }),
  count: r.count.handler(({ input: { filter } }) => {
    assertFilterSize(filter);
    assertValidFilter(filter);
    return countLeads(filter, countMs);
  }),
  bulkCreate: r.bulkCreate.handler(({ input }) => createLeads(input.leads)),
  bulkPatch: r.bulkPatch.handler(({ input: { ids, filter, expected, ...change } }) =>
    changeLeads({ ids, filter, expected }, change),
  ),
  bulkRemove: r.bulkRemove.handler(({ input: { force, ...chosen } }) => removeLeads(chosen, force)),
  bulkRestore: r.bulkRestore.handler(({ input }) => restoreLeads(input.ids)),
  get: r.get.handler(async ({ input }) => view(await usable(input.id))),
  put: r.put.handler(async ({ input: { id, version, ...changes } }) =>
    view(await changeLead(id, changes, version)),
  ),
  update: r.update.handler(async ({ input: { id, version, ...changes } }) =>
    view(await changeLead(id, changes, version)),
  ),
  remove: r.remove.handler(async ({ input: { id, force } }) => {
    await removeLead(id, force, (lead) => [
      auditEntry(
        'lead.deleted',
        { kind: 'lead', id, name: view(lead).fullName },
        { leads: 1, forGood: force },
      ),
    ]);
    return {
      message: force
        ? 'The lead is gone for good.'
        : 'The lead has been deleted. You can have it back for 30 days.',
    };
  }),
  restore: r.restore.handler(async ({ input }) => view(await restoreLead(input.id))),
  addTags: r.addTags.handler(async ({ input: { id, tags } }) => view(await changeTags(id, tags, []))),
  removeTags: r.removeTags.handler(async ({ input: { id, tags } }) => {
    const named = typeof tags === 'string' ? tags.split(',').map((tag) => tag.trim().toLowerCase()) : tags;
    return view(await changeTags(id, [], named));
  }),
  addNote: r.addNote.handler(async ({ input: { id, text } }) => {
    await usable(id);
    const write = timelineEvent(id, 'note', text) as { Item: { eventId: string; actor: string } };
    await commit(write);
    const { eventId, actor } = write.Item;
    return { id: eventId, at: clock.iso(), kind: 'note', text, actor };
  }),
  timeline: r.timeline.handler(({ input }) => timelineOf(input)),
  calls: r.calls.handler(({ input }) => timelineOf(input, calls)),
  communications: r.communications.handler(({ input }) => timelineOf(input, communications)),
  journeys: r.journeys.handler(async ({ input: { id } }) => {
    await usable(id);
    return { enrolments: await journeysOfLead.run(id) };
  }),
});
