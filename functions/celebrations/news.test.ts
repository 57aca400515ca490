import { describe, expect, it } from 'vitest';
import { findExport } from '#functions/content/exports/store.ts';
import { completeExport, failExport } from '#functions/content/exports/work.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { api } from '#shared/api/index.ts';
import type { CelebrationRuleFields } from '#shared/model/celebration.ts';
import { openOffice } from '#tests/support/celebrations.ts';
import { killedAfter } from '#tests/support/killed.ts';
import { withSandbox } from '#tests/support/sandbox.ts';
import { undo } from './celebrate.ts';
import { celebrationNewsWork, drawingEnded } from './news.ts';
import { findNews } from './news-store.ts';
import { celebrationPersonalData } from './personal-data.ts';
import { dueIdOf } from './store.ts';

/* What chats are told of a win, against the sandbox's Slack and Teams over HTTP. */

const { celebrations } = api;
const sandbox = withSandbox();
let channels = 0;

/** An office whose rule tells a channel of Slack and one of Teams of each sale. */
async function office(
  fields: Partial<CelebrationRuleFields> & { slackUrl?: string; teamsUrl?: string } = {},
) {
  const own = await openOffice(sandbox);
  const { admin, system, projectId, records, time } = own;
  const channel = `c${++channels}x${Date.now()}`;
  const slackUrl = `https://hooks.dealbell.test/slack/${channel}`;
  const teamsUrl = `https://hooks.dealbell.test/teams/${channel}`;
  const given = { name: 'Every sale', projectId, slackUrl, teamsUrl, ...fields };
  const made = await admin.call(celebrations.createRule, given);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const record = async () => (await records())[0]!;
  const exportOf = async (kind: 'still' | 'video') => {
    const id = deterministicId('exp', 'celebration', kind, (await record()).celebrationId);
    return system(() => findExport(id));
  };
  /** What the renderer does. */
  const render = async (kind: 'still' | 'video', { fails = false } = {}) => {
    const item = (await exportOf(kind))!;
    const [body, type] = kind === 'still' ? ['a picture', 'image/png'] : ['a video', 'video/mp4'];
    await system(() => (fails ? failExport(item, 'No.') : completeExport(item, Buffer.from(body), type)));
  };
  /** What the sweeper's minute does, given twice at once. */
  const minute = async () => {
    const id = dueIdOf(await record());
    await Promise.all([0, 1].map(() => system(() => celebrationNewsWork.look(id))));
    time.forward({ minutes: 1 });
  };
  interface Sent {
    target: string;
    body: string;
  }
  /** What a chat's channel was told, the oldest first. */
  const told = async (chat: 'slack' | 'teams') => {
    const { body } = await sandbox().ask<{ sent: Sent[] }>('GET', `/sandbox/mail.json?to=${chat}/${channel}`);
    return body.sent.reverse().map((sent) => JSON.parse(sent.body));
  };
  const win = async () => (await own.today()).wins[0]!;
  const states = async () => (await win()).chat.map(({ chat, topic, state }) => `${chat} ${topic} ${state}`);
  const media = () => system(() => bucket('media').list('celebrations/'));
  const news = async () => {
    const key = await record();
    return system(() => findNews(key));
  };
  return { ...own, rule: made.body, record, render, minute, told, win, states, media, news, exportOf };
}

describe('a chat', () => {
  it('is told as soon as the renderer has drawn the picture, and of no other export', async () => {
    const { sell, render, record, system, told, states } = await office();
    await sell('Ada', 4800);
    await render('still');
    const { celebrationId } = await record();
    await system(() => drawingEnded('prj_somebody'));
    expect(await told('slack')).toEqual([]);
    await Promise.all([0, 1].map(() => system(() => drawingEnded(celebrationId))));
    await system(() => drawingEnded(celebrationId));
    expect([await told('slack'), await told('teams')]).toMatchObject([{ length: 1 }, { length: 1 }]);
    expect(await states()).toEqual(['slack win sent', 'teams win sent']);
  });

  it('is told of a win with its picture, once, however often it is looked at', async () => {
    const { tenant, sell, render, minute, told, states, media } = await office();
    await sell('Ada', 4800);
    await minute();
    expect(await told('slack')).toEqual([]);
    await render('still');
    for (let times = 0; times < 3; times++) await minute();
    const [slack, ...moreSlack] = await told('slack');
    const [teams, ...moreTeams] = await told('teams');
    expect([moreSlack, moreTeams]).toEqual([[], []]);
    expect(slack.text).toBe('🔔 Agent Tester sold: Ada Lovelace, $4,800');
    const picture = slack.blocks.find(({ type }: { type: string }) => type === 'image');
    const [file] = await media();
    expect(picture.image_url).toMatch(new RegExp(`/media/${tenant.id}/${file}$`));
    const [card] = teams.attachments;
    expect(card.content.body).toContainEqual(
      expect.objectContaining({ type: 'Image', url: picture.image_url }),
    );
    expect(card.content.actions).toMatchObject([{ title: 'Today’s wins' }]);
    expect(await states()).toEqual(['slack win sent', 'teams win sent']);
  });

  it('is told where the video is as soon as it is there, and the history has it to be downloaded', async () => {
    const { sell, render, minute, told, win, exportOf } = await office({ video: true, seconds: 20 });
    await sell('Ada', 100);
    expect((await exportOf('video'))!.options).toMatchObject({ exportType: 'video', duration: 10 });
    await render('still');
    await minute();
    expect((await win()).video).toBe('drawing');
    await render('video');
    await minute();
    await minute();
    const messages = await told('slack');
    expect(messages.map(({ text }) => text)).toEqual([
      '🔔 Agent Tester sold: Ada Lovelace, $100',
      '🎬 The video of Agent Tester sold: Ada Lovelace, $100',
    ]);
    const { videoUrl, video } = await win();
    expect(video).toBe('there');
    expect(messages[1].blocks.at(-1).elements[0].url.endsWith(videoUrl)).toBe(true);
  });

  it('is told that a sale was called off, where it had heard of it, and the picture is gone', async () => {
    const { sell, render, minute, told, states, media, admin, win, exportOf } = await office();
    await sell('Ada', 100);
    await render('still');
    await minute();
    await admin.call(celebrations.undo, { id: (await win()).id });
    await minute();
    await minute();
    expect((await told('teams')).length).toBe(2);
    expect((await told('slack')).map(({ text }) => text)).toEqual([
      '🔔 Agent Tester sold: Ada Lovelace, $100',
      'Called off: Agent Tester sold: Ada Lovelace, $100',
    ]);
    expect(await states()).toContain('slack undone sent');
    expect(await media()).toEqual([]);
    expect(await exportOf('still')).toBeUndefined();
  });

  it('goes on without files that name a customer who is erased, drawn or still being drawn', async () => {
    const { sell, render, minute, told, media, exportOf, record, system, win, news } = await office({
      video: true,
    });
    await sell('Ada', 100);
    await render('still');
    await minute();
    expect(await media()).toHaveLength(1);
    const { leadId } = await record();
    const subject = { leadIds: [leadId!], phones: [], emails: [], names: [] };
    const [part] = celebrationPersonalData;
    const find = () => system(async () => (await part!.find(subject, null)).found);
    const found = await find();
    expect(found).toHaveLength(1);
    // A kill before the last write leaves it to be found, and a second time changes nothing.
    const revive = killedAfter(1);
    await system(() => part!.erase!(found, subject)).catch(() => undefined);
    revive();
    expect(await find()).toHaveLength(1);
    for (const _ of [1, 2]) await system(() => part!.erase!(found, subject));
    expect(await find()).toEqual([]);
    expect(await media()).toEqual([]);
    expect([await exportOf('still'), await exportOf('video')]).toEqual([undefined, undefined]);
    await minute();
    expect(await told('slack')).toHaveLength(1);
    expect(await media()).toEqual([]);
    expect((await win()).customer).toBe('');
    expect(await news()).toMatchObject({ still: { state: 'gone' }, video: { state: 'gone' } });
  });

  it('hears nothing of a sale that was called off before it was told', async () => {
    const { sell, render, minute, told, states, system, record } = await office();
    await sell('Ada', 100);
    const key = await record();
    await system(() => undo(key, 'Called off.'));
    await render('still');
    await minute();
    expect(await told('slack')).toEqual([]);
    expect(await states()).toEqual(['slack win refused', 'teams win refused']);
  });

  it('that is out of order is tried again, later each time, and keeps no other waiting', async () => {
    const { sell, render, minute, told, states, time, record, system } = await office({
      slackUrl: 'https://hooks.dealbell.test/fail/503',
    });
    await sell('Ada', 100);
    await render('still');
    await minute();
    expect(await states()).toEqual(['slack win waiting', 'teams win sent']);
    const id = dueIdOf(await record());
    for (let tries = 0; tries < 4; tries++) {
      time.forward({ minutes: 20 });
      await system(() => celebrationNewsWork.look(id));
    }
    expect(await states()).toEqual(['slack win refused', 'teams win sent']);
    expect(await told('teams')).toHaveLength(1);
  });

  it('is told without a picture where none could be drawn', async () => {
    const { sell, render, minute, told } = await office();
    await sell('Ada', 100);
    await render('still', { fails: true });
    await minute();
    const [message] = await told('slack');
    expect(JSON.stringify(message)).not.toContain('image_url');
  });

  it('reads no marks in what people are called', async () => {
    const { agent, ring, render, minute, told } = await office();
    await ring(agent, { customer: '<!channel> [x](http://evil.example)', amount: 5 });
    await render('still');
    await minute();
    const slack = JSON.stringify(await told('slack'));
    expect(slack).not.toContain('<!channel>');
    expect(slack).not.toContain('http://evil');
  });

  it('has an address that is kept sealed, is of the public internet, and can be taken away', async () => {
    const { admin, rule } = await office();
    expect(rule).toMatchObject({ hasSlack: true, hasTeams: true });
    expect(JSON.stringify(rule)).not.toContain('hooks.dealbell.test');
    const { id } = rule;
    const inside = await admin.call(celebrations.updateRule, { id, slackUrl: 'https://127.0.0.1/x' });
    expect(inside.status).toBe(400);
    const gone = await admin.call(celebrations.updateRule, { id, teamsUrl: null });
    expect(gone.body).toMatchObject({ hasSlack: true, hasTeams: false });
  });
});
