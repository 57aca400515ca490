import { describe, expect, it, onTestFinished } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { setClock } from '#functions/kernel/clock.ts';
import { commit } from '#functions/kernel/table.ts';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { segmentsOf } from './segments.ts';
import { noteUse } from './store.ts';

const { messageTemplates, leads } = api;

async function team() {
  const tenant = await freshTenant();
  const agent = as(tenant.agent);
  const add = async (body: string, more: object = {}) =>
    (await agent.call(messageTemplates.create, { name: 'Hello', channel: 'sms', body, ...more })).body;
  const preview = (body: string, more: object = {}) =>
    agent.call(messageTemplates.preview, { channel: 'sms', body, ...more });
  return { tenant, admin: as(tenant.admin), agent, add, preview };
}

describe('a template', () => {
  it('is rendered with the values of a lead, each in the form that its name asks for', async () => {
    const { tenant, agent, add } = await team();
    const lead = await agent.call(leads.create, {
      firstName: 'Ann',
      phones: ['3055550123'],
      dealAmount: 1250.5,
      ownerId: tenant.agent.userId,
    });
    const { id, variables } = await add(
      'Hi {{ lead.firstName }}, {{lead.phone}} owes {{ lead.dealAmount }}.{% if lead.dealAmount > 1000 %} Much!{% endif %} {{ lead.company | default: "no company" }}',
    );
    expect(variables).toEqual(['lead.firstName', 'lead.phone', 'lead.dealAmount', 'lead.company']);
    const { body } = await agent.call(messageTemplates.render, { id, leadId: lead.body.id });
    expect(body).toEqual({
      subject: '',
      body: 'Hi Ann, (305) 555-0123 owes $1,250.50. Much! no company',
      segments: { count: 1, encoding: 'GSM-7', characters: 55, perSegment: 160 },
    });
    const given = await agent.call(messageTemplates.render, {
      id,
      leadId: lead.body.id,
      data: { lead: { firstName: 'Bea' } },
    });
    expect(given.body.body).toContain('Hi Bea');
  });

  it.each([
    ['Hi {{ lead.nickname }}', 'There is no variable lead.nickname.'],
    ['Hi {{ secret }}', 'There is no variable secret.'],
    ['{% for x in (1..100000) %}a{% endfor %}', expect.stringMatching(/cannot be read: tag "for" not found/)],
    ['{% include "x" %}', expect.stringMatching(/cannot be read/)],
    ['{{ lead.firstName | nosuch }}', expect.stringMatching(/cannot be read: undefined filter: nosuch/)],
    ['{% if lead.city', expect.stringMatching(/cannot be read/)],
    ['x'.repeat(1601), 'A text message has at most 1600 characters.'],
  ])('is refused where it reads %s', async (text, sentence) => {
    const { agent } = await team();
    const made = await agent.call(messageTemplates.create, { name: 'x', channel: 'sms', body: text });
    expect([made.status, made.body.error]).toEqual([400, sentence]);
  });

  it('prints what is raw as it stands, and dates as the tenant’s clock has them', async () => {
    const { preview } = await team();
    onTestFinished(setClock(() => Date.parse('2026-11-21T03:30:00Z')));
    const { body } = await preview(
      '{% raw %}{{ lead.firstName }}{% endraw %} {{ system.date | date: "long" }} {{ "2026-11-21" | date: "long" }} {{ system.date | date: "long", "UTC" }}',
    );
    expect(body.body).toBe('{{ lead.firstName }} November 20, 2026 November 21, 2026 November 21, 2026');
  });

  it('says which value a lead lacks', async () => {
    const { agent, add } = await team();
    const lead = await agent.call(leads.create, { lastName: 'Lee' });
    const { id } = await add('Hi {{ lead.firstName }}');
    const { status, body } = await agent.call(messageTemplates.render, { id, leadId: lead.body.id });
    expect([status, body.error]).toEqual([400, 'There is no variable lead.firstName.']);
  });

  it('escapes values in a mail and leaves texts as they are', async () => {
    const { preview, agent } = await team();
    const lead = await agent.call(leads.create, { firstName: '<b>Ann</b> & Co' });
    const text = { leadId: lead.body.id };
    const mail = await preview('<p>{{ lead.firstName }}</p>', {
      channel: 'email',
      subject: 'For {{ lead.firstName }}',
      ...text,
    });
    expect(mail.body).toMatchObject({
      subject: 'For <b>Ann</b> & Co',
      body: '<p>&lt;b&gt;Ann&lt;/b&gt; &amp; Co</p>',
      segments: null,
    });
    expect((await preview('{{ lead.firstName }}', text)).body.body).toBe('<b>Ann</b> & Co');
  });

  it('changes, is copied, counted and removed', async () => {
    const { tenant, agent, add } = await team();
    const made = await add('Hi {{ lead.firstName }}');
    const stale = { id: made.id, body: 'Hello', version: 1 };
    expect((await agent.call(messageTemplates.update, stale)).body).toMatchObject({
      variables: [],
      version: 2,
    });
    expect((await agent.call(messageTemplates.update, stale)).status).toBe(409);
    const copy = await agent.call(messageTemplates.clone, { id: made.id });
    expect(copy.body).toMatchObject({ name: 'Hello (copy)', body: 'Hello', usageCount: 0 });
    await asSystem(tenant.id, 'test', async () => {
      await commit(noteUse(made.id, new Date().toISOString()));
      await commit(noteUse(made.id, new Date().toISOString()));
    });
    const { body: usage } = await agent.call(messageTemplates.usage, { id: made.id });
    expect(usage).toMatchObject({ total: 2, days: [{ count: 2 }] });
    expect((await agent.call(messageTemplates.list, { search: 'hello' })).body.templates).toHaveLength(2);
    await agent.call(messageTemplates.remove, { id: made.id });
    expect((await agent.call(messageTemplates.get, { id: made.id })).status).toBe(404);
  });
});

describe('categories', () => {
  it('hold templates, which outlive them', async () => {
    const { admin, agent, add } = await team();
    expect((await agent.call(messageTemplates.createCategory, { name: 'x' })).status).toBe(403);
    const { body: category } = await admin.call(messageTemplates.createCategory, { name: 'Follow-up' });
    const twice = await admin.call(messageTemplates.createCategory, { name: 'follow-UP' });
    expect([twice.status, twice.body.error]).toEqual([400, 'There is a category follow-UP already.']);
    const template = await add('Hi', { categoryId: category.id });
    expect((await agent.call(messageTemplates.categories, {})).body.categories).toMatchObject([
      { name: 'Follow-up', templates: 1 },
    ]);
    await admin.call(messageTemplates.removeCategory, { id: category.id });
    expect((await agent.call(messageTemplates.get, { id: template.id })).body.categoryId).toBeNull();
  });
});

describe('segments', () => {
  it.each([
    ['a'.repeat(160), 1, 'GSM-7'],
    ['a'.repeat(161), 2, 'GSM-7'],
    ['€'.repeat(81), 2, 'GSM-7'],
    [`it’s ${'a'.repeat(65)}`, 1, 'UCS-2'],
    [`it’s ${'a'.repeat(66)}`, 2, 'UCS-2'],
    ['😀'.repeat(35), 1, 'UCS-2'],
    ['😀'.repeat(36), 2, 'UCS-2'],
  ])('of %s', (text, count, encoding) => {
    expect(segmentsOf(text)).toMatchObject({ count, encoding });
  });
});
