import { asksForTyped, type CallFacts, holds } from './condition.ts';
import { type CallLanguage, defaultLanguage } from './languages.ts';
import {
  type Beyond,
  type PlanStep,
  type PlanSteps,
  type StepOf,
  type StepTarget,
  waysOut,
} from './steps.ts';
import { wayOfHours } from './types/hours.ts';
import { jumped } from './types/jump.ts';

/** A step that a caller came to, and the way that they left it by; null where the call ended in it. */
export interface WalkedStep {
  id: string;
  type: PlanStep['type'];
  way: string | null;
}

export interface Walk {
  steps: WalkedStep[];
  /**
   * Hung up by the plan, at a mailbox, where no way led on, put through by a key of a menu or into another plan, or still
   * going round after so many steps.
   */
  end: 'hangup' | 'message' | 'open' | 'putThrough' | 'circle';
  /** The cause that the caller's network is told; null unless it was hung up. */
  cause: number | null;
  /** Whom a key of a menu put the caller through to, or the plan in which the call goes on. */
  to: Beyond | null;
}

/**
 * Names the way that a caller leaves a step by, out of those that it has.
 * @param language that the call speaks by then
 */
export type Outcome = (step: PlanStep, ways: readonly string[], language: CallLanguage) => string;

/** Longer than any plan without circles. */
const mostSteps = 1_000;

/** Conditions by what is known of the call, and everything else by somebody's choice: also what a caller has typed. */
export const byFacts =
  (facts: CallFacts, choose: Outcome): Outcome =>
  (step, ways, language) => {
    if (step.type === 'condition' && !asksForTyped(step.condition))
      return String(holds(step.condition, { ...facts, language }));
    return step.type === 'hours' ? wayOfHours(step, facts.at) : choose(step, ways, language);
  };

/** Where a way takes a caller beyond the plan: a key of a menu that puts them through by itself, or a jump. */
export function putThroughBy(step: PlanStep, way: string): Beyond | undefined {
  if (step.type === 'jump' && way === jumped) return { planId: step.planId };
  if (step.type !== 'ivr') return undefined;
  const key = step.keys.find(({ digit }) => `option-${digit}` === way);
  return key && 'to' in key.does ? key.does.to : undefined;
}

/**
 * Where a way out of a step leads: to a step, beyond the plan, or nowhere.
 * @throws for a way that the step does not have
 */
export function follow(step: PlanStep, way: string): { next: string | null; to: Beyond | null } {
  const ways = waysOut(step);
  if (!ways.has(way)) throw new Error(`The ${step.type} ${step.id} has no way out “${way}”.`);
  const to = putThroughBy(step, way);
  return to ? { next: null, to } : { next: ways.get(way) ?? null, to: null };
}

type DialStep = StepOf<'dial'>;

/**
 * In what order a dial rings whom it names.
 * @param nextTurn how many callers it has rung for before; asked of one that rings in turn alone
 */
export function ringOrder(
  { strategy, to }: Pick<DialStep, 'strategy' | 'to'>,
  nextTurn: () => number,
  random: () => number = Math.random,
): StepTarget[] {
  if (strategy === 'random')
    return to
      .map((target) => ({ target, rank: random() }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ target }) => target);
  if (strategy !== 'roundrobin' || to.length === 0) return [...to];
  const first = nextTurn() % to.length;
  return [...to.slice(first), ...to.slice(0, first)];
}

/** Counts the callers of dials, so that each is told its turn; from the first again once it is made anew. */
export class DialTurns {
  readonly #counts = new Map<string, number>();

  /** @param name of the dial, unlike those of all other plans and accounts */
  next(name: string): number {
    const turn = this.#counts.get(name) ?? 0;
    this.#counts.set(name, turn + 1);
    return turn;
  }
}

/** By which way a caller leaves a dial that nobody took up. @param results of those whom it rang */
export function wayOfUnanswered(results: readonly string[]): 'noanswer' | 'busy' | 'failed' {
  if (results.includes('no-answer')) return 'noanswer';
  return results.includes('busy') ? 'busy' : 'failed';
}

/**
 * Walks a plan from its start as a call goes through it on an exchange.
 * @throws for an outcome that the step does not have
 */
export function walk(steps: PlanSteps, choose: Outcome): Walk {
  const byId = new Map(steps.map((one) => [one.id, one]));
  const walked: WalkedStep[] = [];
  const ended = (more: Partial<Walk> & Pick<Walk, 'end'>): Walk => ({
    steps: walked,
    cause: null,
    to: null,
    ...more,
  });
  let language = defaultLanguage;
  for (let step = steps[0]; step; ) {
    if (walked.length >= mostSteps) return ended({ end: 'circle' });
    if (step.type === 'hangup') {
      walked.push({ id: step.id, type: step.type, way: null });
      return ended({ end: 'hangup', cause: step.cause });
    }
    if (step.type === 'voicemail') {
      walked.push({ id: step.id, type: step.type, way: null });
      return ended({ end: 'message' });
    }
    if (step.type === 'language') language = step.language;
    const ways = waysOut(step);
    const [only] = ways.keys();
    const way = ways.size === 1 ? only! : choose(step, [...ways.keys()], language);
    const { next, to } = follow(step, way);
    walked.push({ id: step.id, type: step.type, way });
    if (to) return ended({ end: 'putThrough', to });
    step = next === null ? undefined : byId.get(next);
  }
  return ended({ end: 'open' });
}
