import { createHash } from 'node:crypto';
import { encodeTime } from 'ulid';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { commit, maxTransactionItems } from '#functions/kernel/table.ts';
import { isLimitedRole } from '#shared/model/permissions.ts';
import { addingCounts, type Counts, countsOfChange, countWrites, sumOfCounts } from '../counts.ts';
import { mergeLead } from '../merge.ts';
import { applyChanges } from '../prepare.ts';
import { currentScorer, type Scorer, withScore } from '../scoring/scorer.ts';
import { findLead, type LeadRecord, leadWrites } from '../store.ts';
import { changingWrites, createdEvent } from '../write.ts';
import {
  endChunk,
  type Failure,
  LostChunk,
  noteChunk,
  releaseChunk,
  type StoredChunk,
  takeChunk,
} from './chunk-store.ts';
import { decoderOf } from './encoding.ts';
import { formatOf, readerOf } from './file.ts';
import { type Fate, type Known, lookUp, planRow, remember } from './plan-row.ts';
import { addReasons } from './reasons.ts';
import { isEmptyRow, rowsWithin, valuesOf } from './records.ts';
import { orReason, type ReadRow, type RowRules, readRow } from './row.ts';
import { addTally, findImport, noTally, type Plan, type StoredImport, type Tally } from './store.ts';

/*
 * A chunk is some hundred rows. Its rows are worked in order, a few leads in one transaction together with the
 * chunk's place, the import's tally and the counters: whatever dies, a row has either come in with all that tells
 * of it, or has not been touched. The lease lets another worker go on from the place.
 */

/** A worker that says nothing for so long is taken for dead, in ms. */
export const leaseMs = 15_000;

/** The place and the tally are in the transaction too. */
const ownWrites = 2;

/** Times that a row is tried when others change the same leads at the same time. */
const maxTries = 4;

/** Rows that come with one transaction even where they write nothing. */
const rowsAtOnce = 500;

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const crockfordOf = (value: bigint, length: number): string => {
  let text = '';
  for (let rest = value; text.length < length; rest /= 32n) text = crockford[Number(rest % 32n)] + text;
  return text;
};

/** The id of a row's lead: the import's time, a mark of the import, the row. The same however often it is made. */
export function leadIdOf(
  { importId, createdAt }: Pick<StoredImport, 'importId' | 'createdAt'>,
  row: number,
): string {
  const mark = createHash('sha256').update(importId).digest().readBigUInt64BE();
  return `led_${encodeTime(Date.parse(createdAt), 10)}${crockfordOf(mark, 8)}${crockfordOf(BigInt(row), 8)}`;
}

export const rulesOf = ({ headers, mapping, options, settings }: Plan): RowRules => ({
  headers,
  mapping,
  options,
  settings,
});

interface Row {
  row: number;
  read: ReadRow;
  /** As they stand in the file. */
  values: readonly string[];
}

/** The rows of a chunk; those that are empty have nothing to do. */
async function rowsOfChunk(item: StoredImport, chunk: StoredChunk): Promise<Row[]> {
  if (chunk.refused) return [{ row: chunk.firstRow, read: { reason: chunk.refused }, values: [] }];
  const { plan, importId, createdAt } = item;
  const bytes = await readerOf(plan.file)(chunk.start, chunk.end - chunk.start);
  if (bytes.length < chunk.end - chunk.start)
    throw new AppError(404, 'file_gone', 'The uploaded file is gone.');
  const decode = decoderOf(plan.encoding);
  const rules = rulesOf(plan);
  const rows: Row[] = [];
  let row = chunk.firstRow - 1;
  for (const raw of rowsWithin(bytes, chunk.start, formatOf(plan))) {
    row++;
    const values = raw.bytes ? valuesOf(decode(raw.bytes), plan.delimiter) : [];
    if (!raw.refused && isEmptyRow(values)) continue;
    const origin = { importId, createdBy: plan.by.userId, id: leadIdOf(item, row) };
    const read = raw.refused ? { reason: raw.refused } : readRow(values, rules, origin);
    // Ids sort by the time of the import, so that is when its leads were made.
    if ('lead' in read) read.lead.createdAt = createdAt;
    rows.push({ row, read, values });
  }
  return rows;
}

/** What goes into one transaction. */
interface Group {
  writes: object[];
  counts: Counts;
  tally: Tally;
  failures: Failure[];
  touched: Set<string>;
  rows: number;
}

const emptyGroup = (): Group => ({
  writes: [],
  counts: new Map(),
  tally: noTally(),
  failures: [],
  touched: new Set(),
  rows: 0,
});

/** Notes a row that does not come in; always true, as the row is done with. */
type Refuse = (kind: 'skipped' | 'failed', reason: string) => true;

/** The lead that a row changes, as it would be; or why it must not. */
async function updated(item: StoredImport, leadId: string, read: Exclude<ReadRow, { reason: string }>) {
  const { plan } = item;
  const before = await findLead(leadId);
  if (before?.state !== 'live') return undefined;
  if (isLimitedRole(plan.by.role) && before.ownerId !== null && before.ownerId !== plan.by.userId)
    return { reason: 'The lead that it would change belongs to somebody else.' };
  const { ownerId, ...fields } = mergeLead(before, read.fields, {
    first: 'given',
    // The batch's source is that of new leads; one that is there has its own.
    defaults: read.isBatchSource ? ['source'] : [],
  });
  const changes = {
    ...fields,
    // Nobody loses a lead to an import.
    ...(ownerId && before.ownerId === null ? { ownerId } : {}),
  };
  return orReason(() => ({ before, wanted: applyChanges(before, changes, plan.settings, clock.iso()) }));
}

/** Works the rows of one chunk that one worker has taken. */
class Work {
  readonly #item: StoredImport;
  readonly #allow: boolean;
  #chunk: StoredChunk;
  #known: Known = { byPhone: new Map(), byEmail: new Map() };
  #rows: Row[] = [];
  /** Rows up to here are worked one by one, after somebody else was quicker. */
  #singleUntil = 0;
  #tries = 0;
  /** How leads are scored while one group is planned. */
  #scorer: Scorer | undefined;

  constructor(item: StoredImport, chunk: StoredChunk) {
    this.#item = item;
    this.#chunk = chunk;
    this.#allow = item.plan.settings.allowDuplicatePhones;
  }

  async #lookUp(from: number, to?: number): Promise<void> {
    const leads = this.#rows.slice(from, to).flatMap(({ read }) => ('lead' in read ? [read.lead] : []));
    this.#known = await lookUp(leads, this.#item.plan.options, this.#allow);
  }

  /** `goesOn` is asked before each transaction. @throws LostChunk when another worker has taken the chunk */
  async run(goesOn: () => Promise<boolean>): Promise<'ended' | 'stopped'> {
    this.#rows = await rowsOfChunk(this.#item, this.#chunk);
    await this.#lookUp(this.#chunk.done);
    while (this.#chunk.done < this.#rows.length) {
      if (!(await goesOn())) {
        await commit(releaseChunk(this.#chunk));
        return 'stopped';
      }
      const place = this.#chunk.done;
      const group = await this.#plan(place);
      try {
        await this.#write(group);
        this.#tries = 0;
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'busy') throw error;
        await this.#again(place, group, error);
      }
    }
    const values = new Map(this.#rows.map((one) => [one.row, one.values]));
    await commit(
      endChunk(this.#chunk),
      addReasons(this.#chunk, (row) => values.get(row) ?? []),
    );
    return 'ended';
  }

  /** Somebody else took a number or changed a lead meanwhile: what is known is looked up again, row by row. */
  async #again(place: number, group: Group, error: AppError): Promise<void> {
    this.#singleUntil = Math.max(this.#singleUntil, place + group.rows);
    if (group.rows === 1 && ++this.#tries >= maxTries)
      this.#rows[place] = { ...this.#rows[place]!, read: { reason: error.message } };
    await this.#lookUp(place);
  }

  async #plan(from: number): Promise<Group> {
    const group = emptyGroup();
    this.#scorer = await currentScorer();
    const most = from < this.#singleUntil ? 1 : rowsAtOnce;
    for (let at = from; at < this.#rows.length && group.rows < most; at++) {
      const fits = await this.#add(group, this.#rows[at]!);
      if (!fits) break;
      group.rows++;
    }
    return group;
  }

  #fate(read: ReadRow): Fate {
    if ('reason' in read) return { kind: 'reject', reason: read.reason };
    return planRow(read.lead, this.#known, this.#item.plan.options, this.#allow);
  }

  /** Adds a row to a group, if it fits. */
  async #add(group: Group, { row, read }: Row): Promise<boolean> {
    const fate = this.#fate(read);
    const refuse: Refuse = (kind, reason) => {
      group.tally[kind]++;
      group.failures.push([row, reason]);
      return true;
    };
    if (fate.kind === 'reject') return refuse('failed', fate.reason);
    if (fate.kind === 'skip') return refuse('skipped', fate.reason);
    const ready = read as Exclude<ReadRow, { reason: string }>;
    if (fate.kind === 'update') {
      // What the same group makes or changes is not in the table yet.
      if (group.touched.has(fate.leadId)) return false;
      const change = await updated(this.#item, fate.leadId, ready);
      if (change && 'reason' in change) return refuse('failed', change.reason!);
      if (change) return this.#addChange(group, change, refuse);
    }
    return this.#addNew(group, row, withScore(ready.lead, this.#scorer), refuse);
  }

  /** What chooses the items that the chunk's leads are counted in. */
  get #countedAs(): string {
    return `${this.#item.importId}/${this.#chunk.n}`;
  }

  /** Takes a lead's writes into a group, if they fit. The counters of a lead alone fit always, in one item. */
  #take(group: Group, writes: readonly object[], counts: Counts): boolean {
    const sum = sumOfCounts(group.counts, counts);
    const counters = group.writes.length === 0 ? 1 : countWrites(sum, this.#countedAs);
    if (group.writes.length + writes.length + counters + ownWrites > maxTransactionItems) return false;
    group.writes.push(...writes);
    group.counts = sum;
    return true;
  }

  #addNew(group: Group, row: number, lead: LeadRecord, refuse: Refuse): boolean {
    const writes = orReason(() => [
      ...leadWrites(undefined, lead, { allowDuplicatePhones: this.#allow, uncounted: true }),
      createdEvent(lead),
    ]);
    if ('reason' in writes) return refuse('failed', writes.reason);
    if (!this.#take(group, writes, countsOfChange(undefined, lead))) {
      if (group.writes.length > 0) return false;
      return refuse('failed', `Row ${row} has too many values for one lead.`);
    }
    group.tally.created++;
    group.touched.add(lead.id);
    remember(this.#known, lead);
    return true;
  }

  #addChange(
    group: Group,
    { before, wanted }: { before: LeadRecord; wanted: LeadRecord },
    refuse: Refuse,
  ): boolean {
    const { importId, plan } = this.#item;
    const options = { how: 'import', importId, scorer: this.#scorer };
    const change = orReason(() => changingWrites(before, wanted, plan.settings, options));
    if ('reason' in change) return refuse('failed', change.reason);
    const { after, writes } = change;
    if (!this.#take(group, writes, countsOfChange(before, after))) return false;
    group.tally.updated++;
    group.touched.add(before.id);
    remember(this.#known, after);
    return true;
  }

  async #write(group: Group): Promise<void> {
    const { importId, expiresAt } = this.#item;
    const next = {
      done: this.#chunk.done + group.rows,
      failures: [...this.#chunk.failures, ...group.failures],
      leaseUntil: clock.now() + leaseMs,
    };
    await commit(
      noteChunk(this.#chunk, next),
      addTally(importId, this.#chunk.n, group.tally, expiresAt),
      group.writes,
      addingCounts(group.counts, this.#countedAs, maxTransactionItems - group.writes.length - ownWrites),
    );
    this.#chunk = { ...this.#chunk, ...next };
  }
}

/**
 * Takes a chunk and works it to its end, or until `goesOn` says no. `lost`: another worker has it; nothing of
 * theirs was touched.
 */
export async function workChunk(
  item: StoredImport,
  found: StoredChunk,
  token: string,
  goesOn: () => Promise<boolean> = async () => (await findImport(item.importId))?.status === 'running',
): Promise<'ended' | 'stopped' | 'lost'> {
  const now = clock.now();
  const chunk = { ...found, token, leaseUntil: now + leaseMs };
  try {
    await commit(takeChunk(found, token, now, chunk.leaseUntil));
    return await new Work(item, chunk).run(goesOn);
  } catch (error) {
    if (error instanceof LostChunk) return 'lost';
    throw error;
  }
}
