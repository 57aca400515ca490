import { expect, it } from 'vitest';
import { diallingMode } from '#shared/model/calling-list.ts';
import type { DayAsked } from '#tests/support/day-figures.ts';
import { simulateDay } from '#tests/support/simulated-day.ts';

/*
 * npm run bench:day: 5,000 leads and 50 agents, in the mode that DIALLING names (vitest has MODE), progressive by default;
 * here a short day of few.
 */

const isWhole = process.env.LEADS !== undefined;
const leads = Number(process.env.LEADS ?? 8);
const agents = Number(process.env.AGENTS ?? 2);
const kills = Number(process.env.KILLS ?? 3);

const modes = isWhole
  ? [diallingMode.parse(process.env.DIALLING ?? 'progressive')]
  : (['progressive', 'power'] as const);

const day: Omit<DayAsked, 'kills' | 'mode'> = {
  agents,
  leads,
  // The short day begins two minutes before California may be called.
  from: isWhole ? '2026-11-23T13:00:00.000Z' : '2026-11-23T15:58:00.000Z',
  until: '2026-11-24T02:00:00.000Z',
  maxAttempts: 2,
  retryMinutes: isWhole ? 60 : 15,
  linesPerAgent: Number(process.env.LINES ?? 2),
};

it.each(modes)(
  `a %s day of ${agents} agents and ${leads} leads in four zones comes to the same with ${kills} kills, within the law`,
  {
    // All 5,000 leads take an hour and more on the local engine.
    timeout: 6 * 3_600_000,
  },
  async (mode) => {
    const plain = await simulateDay({ ...day, mode, kills: 0 });
    if (isWhole) process.stdout.write(`${JSON.stringify({ mode, plain }, null, 2)}\n`);
    const killed = await simulateDay({ ...day, mode, kills });
    if (isWhole) process.stdout.write(`${JSON.stringify({ mode, killed }, null, 2)}\n`);
    for (const figures of [plain, killed]) {
      expect(figures.totals.leadsDone).toBe(leads);
      expect(figures).toMatchObject({ outsideTheLaw: 0, doubles: 0 });
      if (mode === 'progressive') expect(figures.abandoned).toBe(0);
    }
    expect(plain.totals.calls).toBeGreaterThan(leads);
    // Of a busy day; a few calls say nothing of a share.
    if (isWhole) expect(plain.gauge).toBeLessThan(3);
    else expect(plain.abandoned).toBe(0);
    expect(killed.kills).toBe(kills);
    expect(killed.totals).toEqual(plain.totals);
  },
);
