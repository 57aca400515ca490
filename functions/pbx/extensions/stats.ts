import { leaderboard } from '#functions/dashboard/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { ExtensionStats } from '#shared/model/extension.ts';
import { pausesUntil, sessionsBegun } from '../sessions/store.ts';
import { extensionOr404 } from './read.ts';
import { assertOwn } from './status.ts';

const dayMs = 86_400_000;
/** Sign-ins of one person that are added up, at most. */
const mostSessions = 500;

const secondsBetween = (from: string, to: string) =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));

/** How long a user was signed in to the phone in the last so many days, and paused meanwhile. */
async function timesOf(userId: string, days: number) {
  const now = clock.iso();
  const from = new Date(clock.now() - days * dayMs).toISOString();
  const sessions = await sessionsBegun({ userId, from, to: now, limit: mostSessions });
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  const until = (endedAt: string | null) => endedAt ?? now;
  return {
    signedInSeconds: sum(sessions.map(({ startedAt, endedAt }) => secondsBetween(startedAt, until(endedAt)))),
    pausedSeconds: sum(
      sessions.flatMap((session) => Object.values(pausesUntil(session, until(session.endedAt)))),
    ),
  };
}

/**
 * What the person at an extension did, by the figures of the dashboard.
 * @throws 403 for an agent whose extension it is not; 404
 */
export async function statsOf(extensionId: string, days: number): Promise<ExtensionStats> {
  const extension = await extensionOr404(extensionId);
  assertOwn(extension);
  const { userId } = extension;
  const place = userId ? (await leaderboard(days)).find(({ agentId }) => agentId === userId) : undefined;
  const times = userId ? await timesOf(userId, days) : { signedInSeconds: 0, pausedSeconds: 0 };
  return {
    days,
    calls: place?.calls ?? 0,
    callsAnswered: place?.callsAnswered ?? 0,
    inbound: place?.inbound ?? 0,
    outbound: place?.outbound ?? 0,
    talkSeconds: place?.talkSeconds ?? 0,
    dealsWon: place?.dealsWon ?? 0,
    dealAmount: place?.dealAmount ?? 0,
    ...times,
  };
}
