import { expect, it } from 'vitest';
import { differencesOf, faultsOf } from '#tests/year/check.ts';
import { yearOf } from '#tests/year/process.ts';

/** With `npm run test:faults` alone, for its time; `npm run test:year` does the same with 10,000 leads and 20 kills. */
const asked = process.env.FAULT_KILLS !== undefined;
const leads = 10;
const kills = 2;

it.runIf(asked)(
  'a year of a journey ends with the same record, killed or not, and nobody is contacted wrongly',
  async () => {
    const quiet = await yearOf(leads, 0, { quiet: true });
    expect(faultsOf(quiet, leads)).toEqual([]);
    expect(quiet.texts.length).toBeGreaterThan(leads / 2);
    const killed = await yearOf(leads, kills, { quiet: true });
    expect(killed.kills).toBeGreaterThanOrEqual(kills);
    expect(faultsOf(killed, leads)).toEqual([]);
    expect(differencesOf(quiet, killed)).toEqual([]);
  },
  300_000,
);
