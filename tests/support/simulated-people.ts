/* The people whom a simulated day calls: where they live, and what they do when their phone rings. */

/** Four zones by their area codes, in states that have no hours of their own. */
export const zones = [
  { area: '212', zone: 'America/New_York' },
  { area: '312', zone: 'America/Chicago' },
  { area: '303', zone: 'America/Denver' },
  { area: '213', zone: 'America/Los_Angeles' },
] as const;

/** Federal hours: 47 CFR 64.1200(c)(1). */
const opens = 8;
const closes = 21;

/** Whether the law lets a number be called at an instant (ms since 1970), by the clock of whoever has it. */
export function isAllowedAt(to: string, at: number): boolean {
  const { zone } = zones.find(({ area }) => to.startsWith(`+1${area}`))!;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
  const hour = Number(format.format(at));
  return hour >= opens && hour < closes;
}

/** A number from 0 to 1 that follows from a text. */
function chanceOf(text: string): number {
  let hash = 2_166_136_261;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

type Outcome = { result: 'answered' | 'busy' | 'no-answer'; afterMs: number; talkMs: number; wrapMs: number };

/** What becomes of the nth call to a number: a quarter is answered, a twelfth busy. */
export function outcomeOf(to: string, attempt: number, ringMs: number): Outcome {
  const roll = chanceOf(`${to} ${attempt}`);
  const more = chanceOf(`${to} ${attempt} more`);
  const wrapMs = 10_000 + chanceOf(`${to} ${attempt} wrap`) * 30_000;
  if (roll < 0.25)
    return { result: 'answered', afterMs: 4_000 + more * 14_000, talkMs: 15_000 + more * 240_000, wrapMs };
  if (roll < 0.33) return { result: 'busy', afterMs: 2_500, talkMs: 0, wrapMs };
  return { result: 'no-answer', afterMs: ringMs, talkMs: 0, wrapMs };
}
