/** Numbers that look random and are the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A text of about so many characters, the same but for its length whatever the size. */
export type Hostile = (size: number) => string;

/**
 * A text made to be slow: one or two units of a parser's own signs, repeated for the whole length one after the other or
 * one around the other, with something before, between and behind.
 */
function hostileText(fragments: readonly string[], seed: number): Hostile {
  const random = randomOf(seed);
  const pick = () => fragments[Math.floor(random() * fragments.length)]!;
  const some = (most: number) => Array.from({ length: Math.floor(random() * (most + 1)) }, pick).join('');
  const unit = pick() + some(2);
  const second = random() < 0.5 ? pick() + some(1) : '';
  const [before, between, behind] = [some(2), some(2), some(2)];
  return (size) => {
    const times = (text: string) =>
      text.repeat(Math.max(1, Math.floor(size / (second ? 2 : 1) / Math.max(1, text.length))));
    return before + times(unit) + between + (second ? times(second) : '') + behind;
  };
}

export type Parse = (text: string) => unknown;

async function run(parse: Parse, text: string): Promise<void> {
  try {
    await parse(text);
  } catch {
    // Refused: how long that took is what counts.
  }
}

/** The least time of two runs, ms by the clock: the first also compiles the parser. */
async function timeOf(parse: Parse, text: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let runs = 0; runs < 2; runs++) {
    const start = performance.now();
    await run(parse, text);
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

/** What the thread has worked so far, ms: time that other processes of a busy machine take is not in it. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** So much work, ms, is measured at once: the system counts the work of a thread in steps of up to 10 ms. */
const measured = 80;

/** The work of one run, ms: the mean of as many as it takes to be measured well. */
async function workOf(parse: Parse, text: string): Promise<number> {
  const start = workedMs();
  let runs = 0;
  do {
    await run(parse, text);
    runs++;
  } while (workedMs() - start < measured);
  return (workedMs() - start) / runs;
}

/** Characters of the texts by which the slowest are found. */
const firstSize = 1_000;
/** ms that a text must take for two lengths of it to be compared, and the longest text that is tried for that. */
const enough = 4;
const longest = 250_000;
/** The longer text has four times the length: a line grows by 4, a square by 16. Noise moves neither to the middle. */
const longer = 4;
const tooSteep = 10;

/**
 * How much more a parser works for a text four times as long; 0 where it is quick however long the text. A growth
 * counts only when it shows three times over.
 */
async function growthOf(parse: Parse, hostile: Hostile): Promise<number> {
  let size = firstSize;
  while ((await timeOf(parse, hostile(size))) < enough) {
    size *= 2;
    if (size > longest) return 0;
  }
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 3 && least >= tooSteep; look++)
    least = Math.min(
      least,
      (await workOf(parse, hostile(size * longer))) / (await workOf(parse, hostile(size))),
    );
  return least;
}

/**
 * The texts, out of so many, for which a parser takes more than in proportion to their length. All are tried once, and
 * those that took longest are measured at growing lengths.
 */
export async function tooSlowFor(
  parse: Parse,
  fragments: readonly string[],
  texts: number,
): Promise<string[]> {
  const tried: { hostile: Hostile; ms: number }[] = [];
  for (let seed = 0; seed < texts; seed++) {
    const hostile = hostileText(fragments, seed);
    const ms = await timeOf(parse, hostile(firstSize));
    tried.push({ hostile, ms });
    // Slow enough to be suspected; there may be many like it.
    if (tried.filter((one) => one.ms > 100).length >= 2) break;
  }
  const slowest = tried.toSorted((one, other) => other.ms - one.ms).slice(0, 2);
  const found: string[] = [];
  for (const { hostile } of slowest) {
    const growth = await growthOf(parse, hostile);
    if (growth >= tooSteep) found.push(`×${growth.toFixed(1)} for four times ${JSON.stringify(hostile(40))}`);
  }
  return found;
}
