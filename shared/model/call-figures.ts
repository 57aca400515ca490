import type { CallDirection } from './call.ts';

/** A call that has ended, as its event tells of it. */
export interface EndedCall {
  direction: CallDirection;
  answered: boolean;
  talkSeconds: number;
  legs: readonly { agentId: string; answered: boolean; talkSeconds: number }[];
}

/** What one call, or one agent's part of it, adds to figures. */
export interface CallFigures {
  calls: number;
  callsAnswered: number;
  inbound: number;
  outbound: number;
  talkSeconds: number;
}

/** The whole of a call: it counts once, and for the way it went. */
export const callFigures = ({ direction, answered, talkSeconds }: Omit<EndedCall, 'legs'>): CallFigures => ({
  calls: 1,
  callsAnswered: answered ? 1 : 0,
  inbound: direction === 'inbound' ? 1 : 0,
  outbound: direction === 'outbound' ? 1 : 0,
  talkSeconds,
});

/** Each agent's own part, by their id: who had a call twice had one call, and talked for both parts. */
export function partFigures({ direction, legs }: EndedCall): Map<string, CallFigures> {
  const parts = new Map<string, CallFigures>();
  for (const [agentId, own] of Map.groupBy(legs, (leg) => leg.agentId))
    parts.set(
      agentId,
      callFigures({
        direction,
        answered: own.some(({ answered }) => answered),
        talkSeconds: own.reduce((sum, { talkSeconds }) => sum + talkSeconds, 0),
      }),
    );
  return parts;
}
