import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesToOpen, linesWanted, mayBeOpen, mostOpen, pacingRule, soonFree } from './pacing.ts';

/* The law's arithmetic is written anew here: 47 CFR 64.1200(a)(7), at most three of a hundred who answered. */

const gauge = fc
  .record({ live: fc.nat(4_000), abandoned: fc.nat(200) })
  .map(({ live, abandoned }) => ({ live, abandoned: Math.min(live, abandoned) }));
const floor = fc.record({ free: fc.nat(60), busy: fc.nat(60) });
const recent = fc
  .record({ calls: fc.nat(100), answered: fc.nat(100), talks: fc.nat(100), busySeconds: fc.nat(600) })
  .map((one) => ({ ...one, answered: Math.min(one.calls, one.answered) }));
const pacing = fc.record({
  mode: fc.constantFrom('preview', 'progressive', 'power', 'predictive'),
  linesPerAgent: fc.integer({ min: 1, max: 3 }),
} as const);

const percent = (abandoned: number, live: number) => (live === 0 ? 0 : (100 * abandoned) / live);

describe('the lines of a list that rings leads first', () => {
  it('never let the gauge reach 3 %, however many of them are answered', () => {
    fc.assert(
      fc.property(pacing, fc.nat(180), floor, recent, gauge, (how, open, agents, known, figures) => {
        const opened = linesToOpen(how, open, agents, known, figures);
        if (opened === 0) return;
        const lines = open + opened;
        for (let answered = 0; answered <= lines; answered++) {
          const lost = Math.max(0, answered - agents.free);
          if (lost === 0) continue;
          expect(percent(figures.abandoned + lost, figures.live + answered)).toBeLessThan(3);
        }
      }),
    );
  });

  it('are one for each free agent from 2.5 % on, and more again below', () => {
    fc.assert(
      fc.property(pacing, fc.nat(180), floor, recent, gauge, (how, open, agents, known, figures) => {
        if (percent(figures.abandoned, figures.live) < 2.5) return;
        const opened = linesToOpen(how, open, agents, known, figures);
        if (opened > 0) expect(open + opened).toBeLessThanOrEqual(agents.free);
      }),
    );
    const power = { mode: 'power', linesPerAgent: 2 } as const;
    const nothing = { calls: 0, answered: 0, talks: 0, busySeconds: 0 };
    const ask = (abandoned: number) =>
      linesToOpen(power, 0, { free: 5, busy: 0 }, nothing, { live: 2_000, abandoned });
    expect([49, 50, 51].map(ask)).toEqual([10, 5, 5]);
  });

  it('are as many as the law allows, and not one less', () => {
    fc.assert(
      fc.property(fc.nat(60), gauge, (free, figures) => {
        const most = mostOpen(free, figures);
        expect(mayBeOpen(most, free, figures)).toBe(true);
        expect(mayBeOpen(most + 1, free, figures)).toBe(false);
      }),
    );
  });

  it('are at most three for each agent who is free or soon will be', () => {
    fc.assert(
      fc.property(pacing, floor, recent, (how, agents, known) => {
        const soon = soonFree(agents, known);
        expect(soon).toBeLessThanOrEqual(agents.busy);
        expect(linesWanted(how, agents, known)).toBeLessThanOrEqual(3 * (agents.free + soon));
      }),
    );
  });
});

describe('predictive pacing', () => {
  const predictive = { mode: 'predictive', linesPerAgent: 1 } as const;
  const agents = { free: 4, busy: 30 };
  const known = { calls: 100, answered: 50, talks: 50, busySeconds: 100 };

  it('divides the agents, with those who soon are free, by the share that answers', () => {
    expect(soonFree(agents, known)).toBe(3);
    expect(linesWanted(predictive, agents, known)).toBe(14);
    expect(linesWanted(predictive, agents, { ...known, answered: 20 })).toBe(21);
  });

  it('has one line for each free agent while little is known', () => {
    const few = { ...known, calls: pacingRule.fewestCalls - 1, talks: pacingRule.fewestTalks - 1 };
    expect(linesWanted(predictive, agents, few)).toBe(4);
  });
});
