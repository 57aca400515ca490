import { readRecordingSettings } from '#functions/calls/api.ts';
import { tenantOf } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import type { TermKind } from '#functions/kernel/retention.ts';
import { retryOnConflict, wasOvertaken } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { tenantById } from '#functions/tenants/api.ts';
import {
  isAsLongAs,
  isNameAsked,
  type Retention,
  type RetentionKind,
  refusalOfTerm,
  retentionLimits,
  type Term,
  takesMore,
  termWords,
} from '#shared/model/retention.ts';
import { byName } from '../by-name.ts';
import { fixedLives, termKindOr404, termKinds } from './kinds.ts';
import { firstRunAt, nextRun, nextRunOf, zoneOf } from './next-run.ts';
import { previewRule } from './preview.ts';
import { listRuns } from './runs.ts';
import { changedSince, type Rule, readRules, readTurn, rulesWrite, turnWrite } from './store.ts';

/** Runs that are looked through for the last one of each kind. */
const runsLookedAt = 10;

const wordsOf = (rule: Rule | undefined): string =>
  rule ? `${termWords(rule.term)}${rule.isPaused ? ', paused' : ''}` : 'for good';

type Runs = Awaited<ReturnType<typeof listRuns>>['runs'];

function lastRunOf(kind: string, runs: Runs): RetentionKind['lastRun'] {
  for (const { startedAt, status, results } of runs) {
    const result = results.find((one) => one.kind === kind);
    if (!result || status === 'running') continue;
    const spared = result.spared.reduce((all, { count }) => all + count, 0);
    return { at: startedAt, erased: result.erased, spared, failed: result.failed };
  }
  return null;
}

function kindView(of: TermKind, rule: Rule | undefined, zone: string, runs: Runs): RetentionKind {
  const { kind, title, goes, least = null } = of;
  return {
    kind,
    title,
    goes,
    least,
    term: rule?.term ?? null,
    isPaused: rule?.isPaused ?? false,
    setBy: rule?.setBy ?? null,
    nextRunAt: rule ? nextRunOf(rule, zone, clock.now()) : null,
    isFirstRun: rule !== undefined && Date.parse(rule.startsAt) > clock.now(),
    lastRun: lastRunOf(kind, runs),
  };
}

/** How long each kind of data is kept. */
export async function retentionOverview(): Promise<Retention> {
  const [{ rules, version }, zone, { runs }, recordings] = await Promise.all([
    readRules(),
    zoneOf(),
    listRuns(runsLookedAt, undefined),
    readRecordingSettings(),
  ]);
  return {
    version,
    timeZone: zone,
    kinds: termKinds.map((kind) => kindView(kind, rules[kind.kind], zone, runs)),
    recordingDays: recordings.retentionDays,
    lives: fixedLives.map(({ title, life, why, byLaw = false }) => ({ title, life, why, byLaw })),
  };
}

/** A rule that takes more than before, or takes anything again, waits for its first run; another goes on as it did. */
function startOf(before: Rule | undefined, after: Pick<Rule, 'term' | 'isPaused'>, zone: string): string {
  // One that is paused begins anew when it goes on again.
  const goesOn = before && !before.isPaused && isAsLongAs(after.term, before.term);
  return goesOn ? before.startsAt : firstRunAt(zone, clock.now());
}

/** @throws 400 where a rule that takes more than before takes very many leads, and the workspace is not named */
async function assertNamed({ kind, term, isPaused, confirmName }: RuleWanted): Promise<void> {
  const before = (await readRules()).rules[kind] ?? { term: null, isPaused: false };
  if (term === null || !takesMore(before, { term, isPaused })) return;
  const { name } = await tenantById(tenantOf());
  if (confirmName === name || kind !== 'leads') return;
  const takes = await previewRule({ kind, term }, retentionLimits.typedAbove + 1);
  if (isNameAsked(takes))
    throw badRequest(
      `This takes over ${retentionLimits.typedAbove.toLocaleString('en-US')} leads. Please type “${name}” to go on.`,
      { field: 'confirmName' },
    );
}

export interface RuleWanted {
  kind: string;
  term: Term | null;
  isPaused: boolean;
  /** What was typed as the workspace's name. */
  confirmName?: string | undefined;
  version?: number | undefined;
}

/** @throws 400 for a term that is too short or too long, 404, 409 when a rule has changed since `version` */
export async function saveRule(wanted: RuleWanted): Promise<Retention> {
  const { kind, term, isPaused, version } = wanted;
  const known = termKindOr404(kind);
  const refusal = term && refusalOfTerm(term, known.least ?? null);
  if (refusal) throw badRequest(refusal, { field: 'term' });
  await assertNamed(wanted);
  const zone = await zoneOf();
  await retryOnConflict(
    async () => {
      const before = await readRules();
      if (version !== undefined && version !== before.version) throw changedSince;
      const turn = await readTurn();
      const { [kind]: was, ...others } = before.rules;
      const rule = term && {
        term,
        isPaused,
        startsAt: startOf(was, { term, isPaused }, zone),
        setBy: byName(),
      };
      const after = rule ? { ...others, [kind]: rule } : others;
      const words = { before: wordsOf(was), after: wordsOf(rule ?? undefined) };
      if (words.before === words.after) return;
      const { [kind]: _, ...stopped } = turn.stopped;
      await commit(
        rulesWrite(before, after),
        turnWrite(turn, { nextAt: nextRun(after, zone, clock.now()), stopped }),
        auditEntry('retention.changed', { kind: 'retentionRule', id: kind, name: known.title }, words),
      );
    },
    {
      isOvertaken: (error) => wasOvertaken(error) || (error === changedSince && version === undefined),
    },
  );
  return retentionOverview();
}
