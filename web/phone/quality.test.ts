import { describe, expect, it } from 'vitest';
import { qualityBetween, type Sample, sampleOf } from './quality.ts';

const start: Sample = { received: 1_000, lost: 50, jitter: 0.005, roundTrip: 0.08 };
const later = (more: Partial<Sample>): Sample => ({ ...start, received: 1_100, ...more });

describe('the quality of a call', () => {
  it.each<[Partial<Sample>, string, string]>([
    [{}, 'good', 'Good'],
    [{ lost: 54 }, 'poor', 'Choppy: packets are lost'],
    [{ lost: 70 }, 'bad', 'Words are missing: many packets are lost'],
    [{ roundTrip: 0.5 }, 'poor', 'Late: the way is long'],
    [{ roundTrip: 0.9 }, 'bad', 'Very late: you will talk over each other'],
    [{ jitter: 0.05 }, 'poor', 'Uneven: packets come in bursts'],
    [{ received: 1_000 }, 'bad', 'No sound comes in'],
  ])('after %j is %s', (more, level, text) => {
    expect(qualityBetween(start, later(more))).toEqual({ level, text });
  });

  it('counts what was lost since the last look, and not before', () => {
    expect(qualityBetween({ ...start, lost: 900 }, later({ lost: 900 }))?.level).toBe('good');
  });

  it('says nothing where a new connection began to count again', () => {
    expect(qualityBetween(start, later({ received: 20, lost: 0 }))).toBeNull();
  });

  it('is read of the sound that comes in and of the way in use', () => {
    const reports = [
      { type: 'inbound-rtp', kind: 'video', packetsReceived: 9 },
      { type: 'inbound-rtp', kind: 'audio', packetsReceived: 500, packetsLost: 2, jitter: 0.01 },
      { type: 'candidate-pair', nominated: false, state: 'succeeded', currentRoundTripTime: 3 },
      { type: 'candidate-pair', nominated: true, state: 'succeeded', currentRoundTripTime: 0.12 },
    ];
    expect(sampleOf(reports)).toEqual({ received: 500, lost: 2, jitter: 0.01, roundTrip: 0.12 });
    expect(sampleOf([])).toBeNull();
  });
});
