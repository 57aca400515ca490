import { DatabaseSync } from 'node:sqlite';

/*
 * What the carriers saw of a campaign, counted again from their own record. Nothing of the product is imported: what a
 * rule says stands here once more, by hand.
 */

/** A text as the carriers keep it. */
interface Seen {
  direction: 'in' | 'out';
  ours: string;
  theirs: string;
  body: string;
  segments: number;
  at: number;
}

export interface Rules {
  /** Texts of a campaign begin with it. */
  label: string;
  /** Texts a minute of the campaign, of each number and to AT&T's customers. */
  aMinute: { campaign: number; number: number; att: number };
  /** Segments to T-Mobile's customers in a day of Los Angeles. */
  tmobileADay: number;
}

export interface Recount {
  /** How many texts of the campaign each person has on their phone. */
  texts: Map<string, number>;
  /** Numbers that texts went out from, and how many. */
  senders: Map<string, number>;
  /** The most segments to T-Mobile's customers in one of their days. */
  tmobileDay: number;
  /** Each rule that was broken, in words. */
  broken: string[];
}

/** Area codes and their zones: states that have no hours of their own. */
const zones: Record<string, string> = {
  '212': 'America/New_York',
  '312': 'America/Chicago',
  '303': 'America/Denver',
  '213': 'America/Los_Angeles',
};

const hourIn = new Map(
  Object.values(zones).map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }),
  ]),
);
const pacificDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' });

/** Whose customer a phone is in the sandbox: its last digit says it. */
const isTMobile = ({ theirs }: Seen) => '048'.includes(theirs.at(-1)!);
const isAtt = ({ theirs }: Seen) => '159'.includes(theirs.at(-1)!);

/** Texts that are under way when their turn is counted, or their STOP is taken: they reach the carrier a moment later. */
const underWay = 6;
const underWayMs = 3_000;

function groupedBy(texts: readonly Seen[], key: (one: Seen) => string): Map<string, Seen[]> {
  const groups = new Map<string, Seen[]>();
  for (const text of texts) {
    const group = groups.get(key(text)) ?? [];
    group.push(text);
    groups.set(key(text), group);
  }
  return groups;
}

/** The most texts in any sixty seconds. */
function mostInAMinute(texts: readonly Seen[]): number {
  let most = 0;
  let first = 0;
  for (const [last, { at }] of texts.entries()) {
    while (at - texts[first]!.at >= 60_000) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

function readTexts(file: string, account: string): Seen[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database
    .prepare(
      'SELECT direction, ours, theirs, body, segments, createdAt FROM text WHERE account = ? ORDER BY number',
    )
    .all(account) as unknown as (Omit<Seen, 'at'> & { createdAt: string })[];
  database.close();
  return rows.map(({ createdAt, ...text }) => ({ ...text, at: Date.parse(createdAt) }));
}

/**
 * Reads what the carriers have seen of an account.
 * @param file of the sandbox
 * @param stoppedAt when the product had taken somebody's STOP, by number; ms since 1970
 */
export function recount(
  file: string,
  account: string,
  rules: Rules,
  stoppedAt: ReadonlyMap<string, number>,
): Recount {
  const all = readTexts(file, account);
  const sent = all.filter(({ direction, body }) => direction === 'out' && body.startsWith(rules.label));
  const broken: string[] = [];

  for (const { theirs, at } of sent) {
    const zone = zones[theirs.slice(2, 5)]!;
    const hour = Number(hourIn.get(zone)!.format(at));
    if (hour < 8 || hour >= 21) broken.push(`${theirs} was texted at ${hour} o’clock of ${zone}.`);
    if (at > (stoppedAt.get(theirs) ?? Number.POSITIVE_INFINITY) + underWayMs)
      broken.push(`${theirs} was texted after STOP.`);
  }
  const texts = new Map([...groupedBy(sent, ({ theirs }) => theirs)].map(([to, list]) => [to, list.length]));
  for (const [to, count] of texts) if (count > 1) broken.push(`${to} was texted ${count} times.`);

  // Ten seconds' worth may go at once, on top of what a minute brings.
  const mayGo = (perMinute: number) => perMinute + Math.max(1, Math.ceil(perMinute / 6)) + underWay;
  const { campaign, number, att } = rules.aMinute;
  const paced: [string, Seen[], number][] = [
    ['the campaign', sent, campaign],
    ['AT&T’s customers', sent.filter(isAtt), att],
    ...[...groupedBy(sent, ({ ours }) => ours)].map(([ours, list]): [string, Seen[], number] => [
      ours,
      list,
      number,
    ]),
  ];
  for (const [whose, list, perMinute] of paced) {
    const most = mostInAMinute(list);
    if (most > mayGo(perMinute))
      broken.push(`${most} texts in a minute of ${whose}, where ${perMinute} may go.`);
  }

  let tmobileDay = 0;
  for (const [day, list] of groupedBy(sent.filter(isTMobile), ({ at }) => pacificDay.format(at))) {
    const segments = list.reduce((sum, text) => sum + text.segments, 0);
    tmobileDay = Math.max(tmobileDay, segments);
    if (segments > rules.tmobileADay) broken.push(`${segments} segments went to T-Mobile on ${day}.`);
  }
  const senders = new Map(
    [...groupedBy(sent, ({ ours }) => ours)].map(([from, list]) => [from, list.length]),
  );
  return { texts, senders, tmobileDay, broken };
}
