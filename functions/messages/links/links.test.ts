import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { segmentsOf } from '#functions/messageTemplates/api.ts';
import { api } from '#shared/api/index.ts';
import type { Campaign } from '#shared/model/campaign.ts';
import { eventually } from '#tests/support/eventually.ts';
import { Messaging, texting } from '#tests/support/messaging.ts';
import { anybody } from '#tests/support/tenant.ts';
import { blastTurn } from '../blasts/work.ts';
import { isRobot } from './robots.ts';

const { campaigns, sms } = api;
let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
const message = 'Hi {{ lead.firstName }}, see https://shop.example/sale?ref={{ lead.firstName }}.';

async function texted(count: number, given: object = {}, nameOf = (n: number) => `Ann${n}`) {
  const time = await world.clock();
  const all = await texting();
  const leads = await Promise.all(
    Array.from({ length: count }, (_, n) => all.lead({ firstName: nameOf(n) })),
  );
  const { body } = await all.admin.call(campaigns.create, {
    name: 'Spring',
    message,
    leadIds: leads.map(({ id }) => id),
    ...given,
  });
  const { id } = body as Campaign;
  await all.admin.call(campaigns.start, { id });
  const turn = () => asSystem(all.tenant.id, 'messages', () => blastTurn(id));
  await turn();
  const texts = await Promise.all(leads.map(async ({ number }) => (await world.phone(number))[0]!.body));
  const codes = texts.map((text) => /\/api\/l\/([0-9a-z-]+)/.exec(text)?.[1] ?? '');
  const now = async (): Promise<Campaign> => (await all.admin.call(campaigns.get, { id })).body;
  return { ...all, time, leads, id, texts, codes, now, turn };
}

const open = (code: string, agent = iphone, headers: Record<string, string> = {}) =>
  anybody().send('campaigns', {
    method: 'GET',
    path: `/l/${code}`,
    headers: { 'user-agent': agent, ...headers },
  });

describe('the links of a campaign', () => {
  it('become short links of this host, one for each person, whose length counts', async () => {
    const { texts, codes, leads, admin } = await texted(2);
    expect(new Set(codes).size).toBe(2);
    for (const [n, text] of texts.entries()) {
      expect(text).toBe(`Hi Ann${n}, see ${process.env.PUBLIC_URL}/api/l/${codes[n]}.`);
      const sent = await eventually(async () => {
        const { messages } = (await admin.call(sms.messages, { leadId: leads[n]!.id })).body;
        expect(messages).toHaveLength(1);
        return messages[0]!;
      });
      expect(sent.segments).toEqual(segmentsOf(text));
    }
  });

  it('lead on to where the text said, and count a person once and every click', async () => {
    const { codes, now, id, leads, admin } = await texted(3);
    for (const n of [0, 0, 1]) {
      const answer = await open(codes[n]!);
      expect(answer.status).toBe(302);
      expect(answer.headers.location).toBe(`https://shop.example/sale?ref=Ann${n}`);
    }
    expect((await now()).counts).toMatchObject({ sent: 3, clicked: 2, clicks: 3 });
    const { body } = await admin.call(campaigns.leads, { id });
    expect(body.leads.map(({ status }) => status)).toEqual(['clicked', 'clicked', 'sent']);
    await eventually(async () => {
      const timeline = (await admin.call(api.leads.timeline, { id: leads[0]!.id })).body;
      const entries = JSON.stringify(timeline).split('Opened a link of a text').length - 1;
      expect(entries).toBe(1);
    });
  });

  it('count right when many are opened at one instant', async () => {
    const { codes, now } = await texted(2);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => open(codes[n % 2]!)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 302));
    expect((await now()).counts).toMatchObject({ clicked: 2, clicks: 8 });
  });

  it('lead robots on and count nothing', async () => {
    const { codes, now } = await texted(1);
    const previews = 'facebookexternalhit/1.1 Facebot Twitterbot/1.0';
    expect((await open(codes[0]!, previews)).status).toBe(302);
    expect((await open(codes[0]!, iphone, { 'sec-purpose': 'prefetch;prerender' })).status).toBe(302);
    expect((await now()).counts).toMatchObject({ clicked: 0, clicks: 0 });
  });

  it('are counted under the text of a test that they stood in', async () => {
    const variants = ['See https://a.example/1', 'Look: https://b.example/2'].map((text) => ({
      message: text,
    }));
    const { codes, texts, now } = await texted(6, {
      message: undefined,
      test: { variants, measure: 'click' },
    });
    await Promise.all(codes.map((code) => open(code)));
    const inA = texts.filter((text) => text.startsWith('See')).length;
    expect((await now()).test!.variants.map(({ clicked }) => clicked)).toEqual([inA, 6 - inA]);
  });

  it('stay as they are where the campaign says so, and where a lead brings one', async () => {
    const { texts } = await texted(1, { shortLinks: false });
    expect(texts[0]).toContain('https://shop.example/sale?ref=Ann0');
    const other = await texted(1, {}, () => 'https://other.example');
    expect(other.texts[0]).toBe(
      `Hi https://other.example, see ${process.env.PUBLIC_URL}/api/l/${other.codes[0]}.`,
    );
  });

  it('lead nowhere once they have run out, for another tenant’s number and for what is none', async () => {
    const { codes, time } = await texted(1);
    const [tenant, code] = codes[0]!.split('-');
    const other = (Number.parseInt(tenant!, 36) + 1).toString(36);
    for (const wrong of [
      `${other}-${code}`,
      `${tenant}-000000000000`,
      'https:evil.example',
      '0-000000000000',
    ]) {
      const answer = await open(wrong);
      expect([answer.status, answer.headers.location]).toEqual([404, undefined]);
    }
    await time.forward({ hours: 401 * 24 });
    const late = await open(codes[0]!);
    expect([late.status, late.headers.location]).toEqual([404, undefined]);
    expect(Buffer.from(String(late.body), 'base64').toString()).toContain('This link leads nowhere');
  });
});

it('knows robots by their name, by none, and by what a browser fetches ahead', () => {
  expect(isRobot({ 'user-agent': iphone })).toBe(false);
  expect(isRobot({})).toBe(true);
  expect(isRobot({ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })).toBe(true);
  expect(isRobot({ 'user-agent': 'WhatsApp/2.23' })).toBe(true);
  expect(isRobot({ 'user-agent': iphone, purpose: 'prefetch' })).toBe(true);
});
