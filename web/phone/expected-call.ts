/*
 * A call that this tab's user has just asked to hear: the phone rings for it, and is taken up by itself, because they
 * have said already that they want it. Once only, and not for long: a later ring of the same call waits for a hand.
 */

/** A supervisor's phone rings at most so long. ms */
const ringMs = 30_000;

let expected: { callId: string; until: number } | null = null;

export function expectCall(callId: string, now = Date.now()): void {
  expected = { callId, until: now + ringMs };
}

export function expectNoCall(): void {
  expected = null;
}

/** Whether a call that rings was asked for; then it is not expected again. */
export function takeExpected(callId: string | null, now = Date.now()): boolean {
  if (!expected || expected.callId !== callId) return false;
  const isInTime = now <= expected.until;
  expected = null;
  return isInTime;
}
