import { setTimeout as pause } from 'node:timers/promises';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { deterministicId } from '#functions/kernel/ids.ts';
import { newElement } from '#shared/scene/registry.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { Caller } from '#tests/support/product.ts';
import { renderersOf } from '#tests/support/renderer-process.ts';
import { tellTimes } from '../hints.ts';
import type { Office } from './office.ts';

/* The part `killed`: run.ts says what it measures. */

/** Seconds of a video, which are those of its sign: of the one that is timed, and of the one whose drawing is killed. */
const videoSeconds = 5;
const longSeconds = 10;
const fps = 30;
/** All videos are there by then, on a machine that does much else; ms. */
const allDrawnMs = 15 * 60_000;
/** One begins by then, or is over already; ms. */
const beginsMs = 90_000;
/** Percent from which on a video may be drawn before it is killed: 80 are all frames. */
const mostDrawn = 70;
const chat = 'bench';
/** Of which each draws some hundred flakes a frame. */
const snowfalls = 8;

interface Win {
  id: string;
  customer: string;
  video: string;
  videoUrl: string | null;
  chat: { topic: string; state: string }[];
}
interface Status {
  export: { status: string };
  progress: { stage: string; progress: number };
}

async function framesOf(bytes: ArrayBuffer): Promise<number> {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  let frames = 0;
  for await (const _ of new EncodedPacketSink((await input.getPrimaryVideoTrack())!).packets()) frames++;
  return frames;
}

/** A sign whose video is some work to draw: it is seen in the middle. */
async function snowySign(admin: Caller): Promise<string> {
  const elements = Array.from({ length: snowfalls }, (_, layerOrder) => {
    const {
      id: _id,
      version: _version,
      ...snow
    } = newElement('snow_animation', { id: 'x', x: 0, y: 0, layerOrder });
    return { ...snow, size: { width: 1280, height: 720 } };
  });
  const sign = { name: 'Snow', canvasSize: { width: 1280, height: 720 }, elements };
  return (await admin.ask<{ id: string }>('POST', '/content/projects', sign)).id;
}

export async function killed(office: Office, deals: number) {
  const { product, admin, pages, offId, rules, lead, win, clear } = office;
  const news = { video: true, slackUrl: `https://hooks.dealbell.test/slack/${chat}` };
  // A sale of elsewhere shows on a display that is off alone: the one that is timed waits behind none.
  await rules(
    {
      ...news,
      projectId: await snowySign(admin),
      name: 'Elsewhere',
      sources: ['Elsewhere'],
      seconds: longSeconds,
      all: false,
      displayIds: [offId],
    },
    news,
  );
  const since = new Date().toISOString();
  const wins = async () => (await admin.ask<{ wins: Win[] }>('GET', `/celebrations?since=${since}`)).wins;
  const killedVideos = new Set<string>();
  const backMs: number[] = [];

  /** How far the video of a sale is, as the export that it is; undefined before it has begun. */
  async function statusOf(exportId: string): Promise<Status | undefined> {
    const { token } = admin;
    const { status, body } = await product.call<Status>('GET', `/content/exports/${exportId}/status`, {
      token,
    });
    return status === 200 ? body : undefined;
  }

  /** Has a sale of elsewhere filmed, and answers its export when some of its frames are drawn; or not any more. */
  async function videoUnderWay(customer: string): Promise<string | undefined> {
    const id = await lead(customer, { source: 'Elsewhere' });
    await admin.ask('PATCH', `/leads/${id}`, { status: 'won' });
    for (const end = Date.now() + beginsMs; Date.now() < end; await pause(50)) {
      const found = (await wins()).find((one) => one.customer.startsWith(customer));
      if (found?.video === 'there' || found?.video === 'failed') return undefined;
      const exportId = found && deterministicId('exp', 'celebration', 'video', found.id);
      const now = exportId && (await statusOf(exportId));
      if (!now) continue;
      const { stage, progress } = now.progress;
      if (now.export.status !== 'processing' || stage === 'joining' || progress >= mostDrawn)
        return undefined;
      if (stage === 'rendering' && progress > 0) return exportId;
    }
    return undefined;
  }

  /** Kills every Chromium of the product, and times until there is another. */
  function killRenderers(): void {
    const before = renderersOf(product.pid!);
    if (before.length === 0) throw new Error('A video is being drawn, and there is no Chromium.');
    for (const pid of before) process.kill(pid, 'SIGKILL');
    const diedAt = Date.now();
    void eventually(async () => {
      if (renderersOf(product.pid!).every((pid) => before.includes(pid)))
        throw new Error('There is no renderer yet.');
      backMs.push(Date.now() - diedAt);
    }, 60_000).catch(() => undefined);
  }

  const times: Record<'alive' | 'dead', number[]> = { alive: [], dead: [] };
  // The first turns start functions.
  for (let deal = -2; deal < deals; deal++) {
    const customer = `Buyer${deal + 100}`;
    const id = await lead(customer);
    const busyWith = await videoUnderWay(`Other${deal + 100}`);
    const isKilled = busyWith !== undefined && deal >= 0 && deal % 2 === 1;
    if (isKilled) {
      killRenderers();
      killedVideos.add(busyWith);
    }
    const began = Date.now();
    const shown = await win(id, customer);
    if (busyWith && deal >= 0) times[isKilled ? 'dead' : 'alive'].push(Math.max(...shown));
    await clear(began);
  }

  const all = 2 * (deals + 2);
  const drawn = await eventually(async () => {
    const now = await wins();
    const left = now.filter((one) => one.video === 'drawing' || one.chat.some(isOpen));
    if (now.length < all || left.length > 0) throw new Error(`${left.length} of ${now.length} are not done.`);
    return now;
  }, allDrawnMs);
  const { sent } = (await (await fetch(`${product.origin}/sandbox/mail.json?to=slack/${chat}`)).json()) as {
    sent: { body: string }[];
  };
  for (const { customer, video, videoUrl } of drawn) {
    if (video !== 'there' || !videoUrl) throw new Error(`The video of ${customer} is ${video}.`);
    const frames = await framesOf(await (await fetch(new URL(videoUrl, product.origin))).arrayBuffer());
    const seconds = customer.startsWith('Other') ? longSeconds : videoSeconds;
    if (frames !== seconds * fps) throw new Error(`The video of ${customer} has ${frames} frames.`);
    const told = sent.filter(({ body }) => body.includes(customer));
    const [won, watch] = ['🔔', 'Watch the video'].map((words) =>
      told.filter(({ body }) => body.includes(words)),
    );
    if (won!.length !== 1 || watch!.length !== 1)
      throw new Error(
        `Of ${customer} the chat has ${won!.length} messages, ${watch!.length} of them with a video.`,
      );
  }
  for (const [which, some] of Object.entries(times))
    if (some.length === 0) throw new Error(`No deal was won while a renderer was ${which}.`);
  return {
    alive: tellTimes(
      `While a video is drawn the last of ${pages.length} displays shows it`,
      times.alive,
      'deals',
    ),
    dead: tellTimes('Where the renderer is killed at that moment', times.dead, 'deals'),
    back: tellTimes('A renderer is there again', backMs, 'kills'),
    videos: drawn.length,
    videosKilled: killedVideos.size,
    messages: sent.length,
  };
}

const isOpen = ({ state }: { state: string }): boolean => state === 'waiting' || state === 'sending';
