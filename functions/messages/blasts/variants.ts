import { createHash } from 'node:crypto';
import { clock } from '#functions/kernel/clock.ts';
import {
  type CampaignTest,
  type CampaignTestView,
  type Verdict,
  variantKey,
  verdictOf,
} from '#shared/model/campaign-test.ts';
import { type RecipientCounts, recipientCounts } from '../record/recipient-store.ts';
import { type BlastRecord, isOver } from './store.ts';

/*
 * A campaign that tests several texts. Who gets which is drawn by a hash, so that a retry and a kill draw the same; the
 * message keeps it, and what becomes of the message is counted under it. Where the others wait for the winner, the first
 * of the campaign's people get the variants, and the campaign waits with the others until the test is called, once.
 */

export const waitsForWinner = 'It waits for the answers to its texts, of which the best goes to the others.';

const hourMs = 3_600_000;

/** 0 up to 1, evenly spread over leads, and for a lead and a campaign always the same. */
const drawOf = (campaignId: string, leadId: string): number =>
  createHash('sha256').update(`${campaignId} ${leadId}`).digest().readUIntBE(0, 6) / 2 ** 48;

/** Which of the variants a lead is drawn, each as often as its weight has it. */
export function drawnVariant(
  campaignId: string,
  leadId: string,
  variants: readonly { weight: number }[],
): number {
  let left = drawOf(campaignId, leadId) * variants.reduce((sum, { weight }) => sum + weight, 0);
  const at = variants.findIndex(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  return at < 0 ? variants.length - 1 : at;
}

/** Which of a campaign's texts a lead gets; undefined where there is one text. */
export function variantOf({ id, test, called }: BlastRecord, leadId: string): number | undefined {
  if (!test) return undefined;
  return called?.winner ?? drawnVariant(id, leadId, test.variants);
}

export const textOf = ({ test, message }: BlastRecord, variant: number | undefined): string =>
  variant === undefined ? message : (test?.variants[variant]?.message ?? message);

/** How many more may have their first turn before the winner is called. */
export function roomInTest({ test, called, found, unusable = 0, turned = 0 }: BlastRecord): number {
  if (test?.rest !== 'winner' || called) return Number.POSITIVE_INFINITY;
  return Math.ceil(((found - unusable) * test.share) / 100) - turned;
}

const hitsOf = { reply: 'replied', click: 'clicked' } as const satisfies Record<
  CampaignTest['measure'],
  keyof RecipientCounts
>;

type OfVariant = (variant: number) => RecipientCounts;

const verdictNow = (test: CampaignTest, ofVariant: OfVariant): Verdict =>
  verdictOf(
    test.variants.map((_, at) => {
      const counts = ofVariant(at);
      return { sent: counts.sent, hits: counts[hitsOf[test.measure]], optedOut: counts.optedOut };
    }),
    test,
  );

/** When a campaign whose test is full goes on, ms since 1970, and what it notes: that it waits, or what is called. */
export async function callWinner(
  blast: BlastRecord,
): Promise<{ at: number; change: Pick<BlastRecord, 'testedAt' | 'called'> }> {
  const test = blast.test!;
  const testedAt = blast.testedAt ?? clock.iso();
  const at = Date.parse(testedAt) + test.hours * hourMs;
  if (at > clock.now()) return { at, change: { testedAt } };
  const { ofVariant } = await recipientCounts(blast.id);
  return { at, change: { testedAt, called: { ...verdictNow(test, ofVariant), at: clock.iso() } } };
}

/** When a test is called, ms since 1970; undefined while its texts are still to go out. */
function callsAt({ test, testedAt, endedAt }: BlastRecord): number | undefined {
  const last = testedAt ?? endedAt;
  return last ? Date.parse(last) + test!.hours * hourMs : undefined;
}

/** A campaign's test as it is shown. */
export function testView(blast: BlastRecord, ofVariant: OfVariant): CampaignTestView | null {
  const { test, called } = blast;
  if (!test) return null;
  const at = callsAt(blast);
  const isCalled = called !== undefined || (isOver(blast) && at !== undefined && at <= clock.now());
  const verdict = called ?? (isCalled ? verdictNow(test, ofVariant) : undefined);
  return {
    ...test,
    variants: test.variants.map(({ message, weight }, index) => {
      const { sent, delivered, failed, clicked, replied, optedOut } = ofVariant(index);
      return {
        key: variantKey(index),
        message,
        weight,
        sent,
        delivered,
        failed,
        clicked,
        replied,
        optedOut,
      };
    }),
    state: verdict?.state ?? 'running',
    winner: verdict?.winner == null ? null : variantKey(verdict.winner),
    pValue: verdict?.pValue ?? null,
    callsAt: at === undefined ? null : new Date(at).toISOString(),
  };
}
