import { expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { commit } from '#functions/kernel/table.ts';
import { api } from '#shared/api/index.ts';
import { newElement } from '#shared/scene/registry.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { insertSubmission, type Submission } from './store.ts';

const { content } = api;
let made = 0;

/** A project with a survey, and what visitors answered, oldest first. */
async function survey(answers: Partial<Submission>[]) {
  const tenant = await freshTenant();
  const agent = as(tenant.agent);
  const elementId = `elm_survey_${process.pid}_${made++}`;
  const { version: _, ...form } = newElement('survey_form', { id: elementId, x: 0, y: 0, layerOrder: 0 });
  const properties = { ...form.properties, webhookUrl: 'https://example.com/now' };
  const { body: project } = await agent.call(content.create, {
    name: 'Lobby',
    elements: [{ ...form, properties }],
  });
  const ids = answers.map((_, n) => `sub_${process.pid}_${made++}_${n}`);
  await asSystem(tenant.id, 'test', () =>
    commit(
      answers.map((given, n) =>
        insertSubmission({
          submissionId: ids[n]!,
          projectId: project.id,
          publicId: 'pub_1_x',
          elementId,
          kind: 'survey',
          fields: [],
          action: 'webhook',
          target: 'https://example.com/then',
          addressHash: 'x',
          status: 'delivered',
          attempts: 1,
          at: `2026-01-0${1 + n}T12:00:00.000Z`,
          ...given,
        }),
      ),
    ),
  );
  const list = async (filter: object = {}) =>
    (await agent.call(content.listSubmissions, { id: project.id, ...filter })).body;
  await eventually(async () => expect((await list()).pagination.total).toBe(answers.length));
  return { agent, project, ids, list, elementId };
}

const stars = (answer: number, more: Submission['fields'] = []): Partial<Submission> => ({
  fields: [{ name: 'q1_1', label: 'How happy are you?', answer }, ...more],
});
const said = (answer: string) => ({ name: 'q9_9', label: 'What else?', answer });

it('lists what fits a filter', async () => {
  const { list, ids, elementId } = await survey([
    stars(5, [said('A nice Lobby')]),
    { ...stars(1), status: 'failed', deliveryError: 'The webhook answered 404.' },
    { ...stars(3), kind: 'contact', elementId: 'elm_other' },
  ]);
  const idsOf = async (filter: object) => (await list(filter)).submissions.map(({ id }) => id);
  expect(await idsOf({})).toEqual([ids[2], ids[1], ids[0]]);
  expect(await idsOf({ status: 'failed' })).toEqual([ids[1]]);
  expect(await idsOf({ kind: 'contact' })).toEqual([ids[2]]);
  expect(await idsOf({ elementId })).toEqual([ids[1], ids[0]]);
  expect(await idsOf({ search: 'LOBBY' })).toEqual([ids[0]]);
  const second = await list({ kind: 'survey', page: 2, limit: 1 });
  expect(second.pagination).toEqual({ page: 2, limit: 1, total: 2, pages: 2 });
  expect(second.submissions.map(({ id }) => id)).toEqual([ids[0]]);
});

it('counts how the answers are spread, also of questions that are no longer asked', async () => {
  const { agent, project } = await survey([stars(5, [said('Fine')]), stars(4), stars(4, [said('Better')])]);
  const { body } = await agent.call(content.submissionResults, { id: project.id });
  expect(body).toMatchObject({ counted: 3, total: 3 });
  const [form] = body.forms;
  expect(form).toMatchObject({ kind: 'survey', submissions: 3 });
  expect(form!.days).toEqual(['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => ({ day, count: 1 })));
  expect(form!.questions).toMatchObject([
    {
      name: 'q1_1',
      type: 'rating',
      answered: 3,
      average: 4.33,
      counts: [0, 0, 0, 2, 1].map((count, i) => ({ answer: String(i + 1), count })),
    },
    { name: 'q9_9', type: 'text', answered: 2, latest: ['Better', 'Fine'], average: null },
  ]);
});

it('exports a CSV file in which nothing runs', async () => {
  const { agent, project } = await survey([stars(2, [said('=HYPERLINK("https://evil.example","x")')])]);
  const { body } = await agent.call(content.exportSubmissions, { id: project.id });
  expect(body).toMatchObject({ filename: 'Lobby submissions.csv', submissions: 1 });
  const [head, line] = (await (await fetch(body.downloadUrl)).text()).split('\r\n');
  expect(head).toContain('"received","form","delivery","sent to","How happy are you?","What else?"');
  expect(line).toBe(
    '"2026-01-01T12:00:00.000Z","survey","delivered","https://example.com/then","2","\'=HYPERLINK(""https://evil.example"",""x"")"',
  );
});

it('hands on once more what failed, to where the form says now', async () => {
  const { agent, ids } = await survey([{ ...stars(1), status: 'failed', attempts: 5 }, stars(2)]);
  const again = await agent.call(content.retrySubmission, { id: ids[0]! });
  expect([again.status, again.body.delivery]).toEqual([
    202,
    expect.objectContaining({
      status: 'pending',
      attempts: 0,
      target: 'https://example.com/now',
      error: null,
    }),
  ]);
  expect((await agent.call(content.retrySubmission, { id: ids[0]! })).status).toBe(409);
  expect((await agent.call(content.retrySubmission, { id: ids[1]! })).body).toMatchObject({
    error: 'It has been delivered already.',
  });
});

it('removes one and leaves the others', async () => {
  const { agent, ids, list } = await survey([stars(1), stars(2)]);
  expect((await agent.call(content.removeSubmission, { id: ids[0]! })).status).toBe(200);
  expect((await agent.call(content.getSubmission, { id: ids[0]! })).status).toBe(404);
  expect((await agent.call(content.getSubmission, { id: ids[1]! })).body.fields[0]!.answer).toBe(2);
  await eventually(async () => expect((await list()).pagination.total).toBe(1));
});
