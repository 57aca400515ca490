import { enrol, removeFromJourneys } from '#functions/journeys/api.ts';
import { runAll } from '#functions/journeys/engine/run.ts';
import { findEnrolment } from '#functions/journeys/store/enrolments.ts';
import { clock } from '#functions/kernel/clock.ts';
import { newId } from '#functions/kernel/ids.ts';
import { leadsOfNumber } from '#functions/leads/api.ts';
import { turn } from '#functions/leads/imports/turns.ts';
import { blastTurn } from '#functions/messages/blasts/work.ts';
import { workDelivery } from '#functions/webhooks/work/deliver.ts';
import { api } from '#shared/api/index.ts';
import { accepts, asQueued, type Company, type Doing, type Person, sources } from './generated-days.ts';
import type { Messaging } from './messaging.ts';
import { upload } from './upload-leads.ts';

/* What companies of generated days have done by workers: campaigns, journeys, webhooks and imports. */

const { campaigns, leads } = api;

export async function startCampaign(one: Company): Promise<void> {
  if (one.people.length < 3) return;
  const leadIds = [...new Set(Array.from({ length: 4 }, () => one.one(one.people).id))];
  const made = await one.admin.call(campaigns.create, { name: 'Spring', message: 'Spring is here', leadIds });
  accepts(made);
  accepts(await one.admin.call(campaigns.start, { id: made.body.id }));
  one.campaigns.push(made.body.id);
}

/** What waits on queues, and what carriers tell: late, and some of it twice. */
export function carriers(): Doing['run'] {
  let heard = 0;
  return async (one, world: Messaging) => {
    for (const id of one.campaigns.splice(0)) await asQueued(one, () => one.system(() => blastTurn(id)));
    await world.work();
    const told = world.sandbox.told.slice(heard);
    heard += told.length;
    for (const callback of told)
      await asQueued(one, async () => {
        const status = await world.hand(callback);
        if (status !== 204) throw new Error(`A callback was answered ${status}.`);
      });
  };
}

export async function enterJourney(one: Company): Promise<void> {
  if (one.people.length === 0) return;
  const { id } = one.one(one.people);
  const journeyId = one.one(one.journeyIds);
  const key = newId('day');
  await asQueued(one, () => one.system(() => enrol(journeyId, [id], { how: 'manual', key })));
  const [entry] = await one.system(() => enrol(journeyId, [id], { how: 'manual', key }));
  if (entry?.enrolmentId) one.entries.push(entry.enrolmentId);
}

export async function endEntries(one: Company): Promise<void> {
  if (one.entries.length === 0) return;
  const entry = await one.system(() => findEnrolment(one.one(one.entries)));
  await asQueued(one, () => one.system(() => removeFromJourneys(entry!.leadId, 'They asked for it.')));
}

/** Each entry's next step, if it is due. */
export async function runSteps(one: Company): Promise<void> {
  for (const enrolmentId of one.entries.splice(0)) {
    const entry = await one.system(() => findEnrolment(enrolmentId));
    if (entry?.status !== 'active') continue;
    one.entries.push(enrolmentId);
    if (Date.parse(entry.dueAt) <= clock.now())
      await asQueued(one, () => one.system(() => runAll([{ enrolmentId, seq: entry.seq }])));
  }
}

export async function postToWebhook(one: Company): Promise<void> {
  const good = () => ({ phone: one.newPhone(), name: 'Web Ito' });
  const bad = () => ({ phone: '12', name: 'Nobody' });
  const rows = Array.from({ length: 1 + Math.floor(one.draw() * 3) }, () =>
    one.draw() < 0.7 ? good() : bad(),
  );
  const { status, body } = await one.hook.post(rows);
  accepts({ status, body });
  one.unworked.push(body.deliveryId);
}

export async function workDeliveries(one: Company): Promise<void> {
  for (const id of one.unworked.splice(0))
    await asQueued(one, () => one.system(() => workDelivery(one.hook.webhook.id, id)));
}

/** Goes on with an import until it has a status, whatever is killed meanwhile: leases run out. */
async function workImport(one: Company, id: string, status: string): Promise<void> {
  for (let n = 0; n < 30; n++) {
    await asQueued(one, () => one.system(() => turn(id)));
    if ((await one.admin.call(leads.getImport, { id })).body.status === status) return;
    one.pass(60_000);
  }
  throw new Error(`The import does not become ${status}.`);
}

export async function importLeads(one: Company): Promise<void> {
  const phones = Array.from({ length: 3 }, () => one.newPhone());
  const lines = phones.map((phone, at) => `Ann,${phone},${one.one(sources)},NY${at}`);
  const uploadId = await upload(one.admin, ['First name,Mobile,Source,City', ...lines, ''].join('\n'));
  const { body: reading } = await one.admin.call(leads.previewImport, { uploadId });
  const mapping = reading.mapping as never;
  const begun = await one.admin.call(leads.startImport, { uploadId, filename: 'list.csv', mapping });
  accepts(begun);
  await workImport(one, begun.body.id, 'completed');
  const found: Person[] = [];
  for (const phone of phones) {
    const ids = await one.system(() => leadsOfNumber(phone));
    found.push(...ids.map((id) => ({ id, phone })));
  }
  if (one.draw() < 0.5) return void one.people.push(...found);
  accepts(await one.admin.call(leads.undoImport, { id: begun.body.id }));
  await workImport(one, begun.body.id, 'undone');
  one.gone.push(...found);
}
