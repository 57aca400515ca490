/** What a browser has counted of a call's sound until an instant. */
export interface Sample {
  /** Packets of the other side's sound that came, and that did not. */
  received: number;
  lost: number;
  /** Variation of their way; seconds. */
  jitter: number;
  /** There and back; seconds, null where it is not known yet. */
  roundTrip: number | null;
}

/** How a call sounds, in words that say what is wrong. */
export interface Quality {
  level: 'good' | 'poor' | 'bad';
  text: string;
}

/*
 * Bounds: ITU-T G.114 finds one way of 150 ms unnoticed by most and 400 ms the limit; a round trip is two ways. Losses of
 * 3 % are heard with Opus and G.711 as choppy speech, above 8 % words are missing. Jitter beyond 30 ms is more than the
 * usual buffer of a browser takes.
 */
const loss = { poor: 0.03, bad: 0.08 } as const;
const trip = { poor: 0.4, bad: 0.8 } as const;
const jitterPoor = 0.03;

/** How the sound was between two samples; null where too little was sent to say. */
export function qualityBetween(before: Sample, now: Sample): Quality | null {
  const received = now.received - before.received;
  const lost = Math.max(0, now.lost - before.lost);
  if (received < 0) return null;
  if (received === 0 && lost === 0) return { level: 'bad', text: 'No sound comes in' };
  const share = lost / (received + lost);
  const roundTrip = now.roundTrip ?? 0;
  if (share >= loss.bad) return { level: 'bad', text: 'Words are missing: many packets are lost' };
  if (roundTrip >= trip.bad) return { level: 'bad', text: 'Very late: you will talk over each other' };
  if (share >= loss.poor) return { level: 'poor', text: 'Choppy: packets are lost' };
  if (roundTrip >= trip.poor) return { level: 'poor', text: 'Late: the way is long' };
  if (now.jitter >= jitterPoor) return { level: 'poor', text: 'Uneven: packets come in bursts' };
  return { level: 'good', text: 'Good' };
}

/** What the statistics of a connection count of its sound; null before any has come. */
export function sampleOf(reports: Iterable<Record<string, unknown>>): Sample | null {
  let sample: Sample | null = null;
  let roundTrip: number | null = null;
  for (const report of reports) {
    if (report.type === 'inbound-rtp' && report.kind === 'audio')
      sample = {
        received: Number(report.packetsReceived ?? 0),
        lost: Number(report.packetsLost ?? 0),
        jitter: Number(report.jitter ?? 0),
        roundTrip: null,
      };
    // The pair in use is the only one that goes on being measured.
    if (report.type === 'candidate-pair' && report.nominated && report.state === 'succeeded')
      roundTrip = report.currentRoundTripTime === undefined ? null : Number(report.currentRoundTripTime);
  }
  return sample && { ...sample, roundTrip };
}
