import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createSandbox } from '#infra/sandbox/index.ts';
import { startCloud } from '#tests/support/cloud.ts';
import {
  callOf,
  chance,
  dayMs,
  dayOf,
  hourMs,
  outages,
  phoneOf,
  replyOf,
  start,
  stateOf,
  steps,
} from './world.ts';

/*
 * A year of a journey on a fast clock: real functions, table, queue, carriers' wire. People come in over the year, some
 * answer calls, some reply, some opt out, carriers fail for hours. The functions live in a process that is killed at
 * random; the table, the queue and the carriers are here, as in life, and go on.
 */

export interface YearOptions {
  leads: number;
  kills: number;
  /** Chooses the moments of the kills. */
  seed?: number;
  log?(line: string): void;
}

/** What became of one lead, as the table and the carriers have it. */
export interface LeadRecordOfYear {
  n: number;
  status: string;
  note: string;
  steps: string[];
}

export interface YearRecord {
  leads: LeadRecordOfYear[];
  /** Everything that carriers took, in their order. */
  texts: { n: number; body: string; direction: string; at: string }[];
  mails: { n: number; subject: string }[];
  calls: { n: number }[];
  /** Messages of the product, with the time at which it sent them. */
  sent: { n: number; channel: string; at: string; status: string }[];
  kills: number;
  ticks: number;
  seconds: number;
}

/** How long the end of a process that was killed may take to be told, ms. */
const goneMs = 5_000;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function runYear({
  leads: count,
  kills,
  seed = 1,
  log = () => undefined,
}: YearOptions): Promise<YearRecord> {
  const began = performance.now();
  const dir = mkdtempSync(join(tmpdir(), 'dealbell-year-'));
  const port = await freePort();
  const cloud = await startCloud();
  const sandboxDir = join(dir, 'sandbox');
  const sandbox = createSandbox({
    dir: sandboxDir,
    publicOrigin: `http://127.0.0.1:${port}`,
    // Every mail of the year is counted.
    outboxKept: Number.MAX_SAFE_INTEGER,
  });
  const door = createServer((request, response) => void sandbox.handle(request, response));
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const sandboxUrl = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  Object.assign(process.env, cloud.env, {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SANDBOX_URL: sandboxUrl,
    AWS_ENDPOINT_URL_SESV2: `${sandboxUrl}/ses`,
    MAIL_FROM: 'year@dealbell.test',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
  });
  const watch = new DatabaseSync(join(sandboxDir, 'sandbox.sqlite'));
  let child: ChildProcess | undefined;
  let now = start;
  let killed = 0;
  let ticks = 0;

  const ask = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${sandboxUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  };

  try {
    const { setClock } = await import('#functions/kernel/clock.ts');
    const back = setClock(() => now);
    const { asSystem } = await import('#functions/kernel/actor.ts');
    const { createTenant } = await import('#functions/tenants/create.ts');
    const { firstAdmin } = await import('#functions/users/create.ts');
    const { createJourney, publishJourney } = await import('#functions/journeys/manage.ts');
    const { createLead } = await import('#functions/leads/write.ts');
    const { leadFields } = await import('#shared/model/lead.ts');
    const { journeyFields } = await import('#shared/model/journey/journey.ts');
    const { prepareSender } = await import('./sender.ts');
    const { setPasswordCost } = await import('#functions/users/passwords.ts');
    setPasswordCost({ ln: 1, r: 8, p: 1 } as never);
    const { writes } = await firstAdmin(
      {
        username: 'boss',
        email: 'boss@example.com',
        password: 'correct horse battery',
        firstName: 'Boss',
        lastName: 'Year',
      },
      'A year',
    );
    const tenant = await createTenant({ name: 'A year', timeZone: 'America/New_York' }, writes);
    const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'year', work);
    await system(prepareSender);

    const ids: string[] = [];
    const numberOf = new Map<string, number>();
    const journeyId = await system(async () => {
      const journey = await createJourney(
        journeyFields.parse({ name: 'A year', steps, entry: 'stp_1', rules: { staleAfterHours: 72 } }),
      );
      await publishJourney(journey.journeyId);
      const lanes = Array.from({ length: 4 }, async (_, lane) => {
        for (let n = lane; n < count; n += 4) {
          const { lead } = await createLead(
            leadFields.parse({
              firstName: 'Lead',
              lastName: `L${n}`,
              phones: [phoneOf(n)],
              emails: [`lead${n}@example.com`],
              address: { state: stateOf(n) },
            }),
          );
          ids[n] = lead.id;
          numberOf.set(lead.id, n);
        }
      });
      await Promise.all(lanes);
      return journey.journeyId;
    });
    for (let n = 0; n < count; n++)
      await ask('POST', '/sandbox/script', {
        match: phoneOf(n),
        call: { result: callOf(n), afterMs: 0, talkSeconds: 0 },
        sms: { delayMs: 0 },
      });
    log(`${count} leads are there after ${Math.round((performance.now() - began) / 1000)} s`);
    const { Table } = await new DynamoDBClient({ endpoint: cloud.env.AWS_ENDPOINT_URL_DYNAMODB! }).send(
      new DescribeTableCommand({ TableName: cloud.env.TABLE_NAME }),
    );

    const boot = async () => {
      child = fork(join(import.meta.dirname, 'functions.ts'), {
        env: {
          ...process.env,
          YEAR_PORT: String(port),
          YEAR_FOLDER: dir,
          YEAR_STREAM: Table!.LatestStreamArn!,
          YEAR_TENANT: String(tenant.id),
          YEAR_NOW: new Date(now).toISOString(),
        },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      await Promise.race([
        once(child, 'message'),
        once(child, 'exit').then(() => Promise.reject(new Error('The functions did not start.'))),
      ]);
    };
    await boot();

    const entries = Array.from({ length: count }, (_, n) => ({
      n,
      // On one day of each week, so that an instant has many leads; which day of the week changes.
      at: start + dayOf(n, count) * dayMs + Math.floor(chance(n, 4) * 4) * 6 * hourMs,
    })).sort((a, b) => a.at - b.at);
    /** The kills' moments: once so many leads have come in, and so many ticks after that. */
    const killAfter = Array.from({ length: kills }, (_, k) => ({
      leads: Math.floor(((k + chance(k, 100 + seed)) / kills) * count),
      ticks: Math.floor(chance(k, 300 + seed) * 12),
    }));

    /** Leads that have come in. */
    let at = 0;
    const tick = async (
      entering: string[],
    ): Promise<{ next: string | null; worked: number; heard: string }> => {
      ticks++;
      const body = JSON.stringify({ now: new Date(now).toISOString(), journeyId, entering });
      const dies = killAfter[0];
      if (dies && dies.leads <= at && dies.ticks-- <= 0) {
        killAfter.shift();
        const victim = child!;
        // A tick takes milliseconds to seconds.
        setTimeout(() => victim.kill('SIGKILL'), 5 + chance(ticks, 200 + seed) ** 3 * 2_000);
      }
      for (;;) {
        try {
          const answer = await fetch(`http://127.0.0.1:${port}/tick`, { method: 'POST', body });
          const text = await answer.text();
          if (!answer.ok) throw new Error(text);
          return JSON.parse(text);
        } catch (error) {
          // Its end is told some time after its connections have broken.
          for (let waited = 0; waited < goneMs && child!.signalCode === null; waited += 20) await pause(20);
          if (child!.signalCode === null) throw error;
          killed++;
          await boot();
        }
      }
    };

    /** Nothing that can be told from before where the process was killed. */
    const heard = () =>
      fetch(`http://127.0.0.1:${port}/heard`).then(
        (answer) => answer.text(),
        () => undefined,
      );
    const ready = () =>
      (watch.prepare('SELECT count(*) AS n FROM work WHERE due <= ?').get(now) as { n: number }).n;
    /** Waits until the carriers have told everything that has happened by now. */
    const settled = async () => {
      for (let still = 0; still < 2; ) {
        if (ready() > 0) {
          still = 0;
          // A process that was killed hears it again when it is back.
          if (child!.signalCode !== null) {
            killed++;
            await boot();
          }
        } else still++;
        await pause(5);
      }
    };

    let answered = 0;
    /** People read what came in and write back; each reads a text once. */
    const reply = async (): Promise<boolean> => {
      const rows = watch
        .prepare('SELECT number, ours, theirs, body FROM text WHERE number > ? ORDER BY number')
        .all(answered) as { number: number; ours: string; theirs: string; body: string }[];
      let wrote = false;
      for (const { number, ours, theirs, body } of rows) {
        answered = number;
        const n = Number(/for L(\d+)/.exec(body)?.[1] ?? -1);
        const text = n >= 0 && body.startsWith('First') ? replyOf(n) : undefined;
        if (!text) continue;
        await ask('POST', '/sandbox/phone/messages', { from: theirs, to: ours, text });
        wrote = true;
      }
      return wrote;
    };

    const setOutages = async () => {
      for (const { provider, from, hours } of outages) {
        const down = now >= start + from * hourMs && now < start + (from + hours) * hourMs;
        await ask('POST', '/sandbox/script', { match: provider, provider: { down, status: 503 } });
      }
    };
    const marks = outages.flatMap(({ from, hours }) => [
      start + from * hourMs,
      start + (from + hours) * hourMs,
    ]);
    const end = start + 400 * dayMs;
    let day = -1;
    while (now < end) {
      await ask('POST', '/sandbox/clock', { now: new Date(now).toISOString() });
      if (marks.includes(now)) await setOutages();
      const entering: string[] = [];
      while (entries[at] && entries[at]!.at <= now) entering.push(ids[entries[at++]!.n]!);
      let next: string | null = null;
      for (let more = entering; ; more = []) {
        const done = await tick(more);
        next = done.next;
        await settled();
        const wrote = await reply();
        await settled();
        // What carriers told after the last look is handed on by one look more, as it is within a second in life.
        const quiet = done.worked === 0 && !wrote && (await heard()) === done.heard;
        if (quiet) break;
      }
      const due = (watch.prepare('SELECT min(due) AS at FROM work').get() as { at: number | null }).at;
      const soonest = Math.min(
        ...[next && Date.parse(next), entries[at]?.at, due, ...marks.filter((mark) => mark > now)].filter(
          (one): one is number => typeof one === 'number' && one > now,
        ),
      );
      if (!Number.isFinite(soonest)) break;
      now = soonest;
      const today = Math.floor((now - start) / dayMs);
      if (today >= day + 30) {
        day = today;
        log(
          `day ${today}: ${at} came in, ${ticks} ticks, ${killed} kills, ${Math.round((performance.now() - began) / 1000)} s`,
        );
      }
    }
    const { recordOf } = await import('./record.ts');
    const record = await system(() => recordOf(ids, numberOf, watch));
    back();
    return { ...record, kills: killed, ticks, seconds: (performance.now() - began) / 1000 };
  } finally {
    child?.removeAllListeners();
    child?.kill('SIGKILL');
    watch.close();
    door.closeAllConnections();
    await new Promise((resolve) => door.close(resolve));
    sandbox.close();
    await cloud.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
