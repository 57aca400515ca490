import { describe, expect, it } from 'vitest';
import { aucOf, calibrationOf, evaluate, isBetterThanBase } from './evaluate.ts';
import { reasonsFor, strongestFactors } from './explain.ts';
import { type Feature, featuresOf, hourWhere, isHeldOut, type ScoredLead } from './features.ts';
import { fitLogistic, probabilityAt } from './logistic.ts';
import { scoreOptions } from './options.ts';
import { type Outcome, predictor, scoreOf, train } from './train.ts';
import { aucText, hoursText, reasonText } from './words.ts';

/** Numbers from 0 to 1 that are the same at each run (mulberry32). */
function numbers(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const truth: Readonly<Record<string, number>> = {
  'source:Website': 1.2,
  'source:Fair': -0.9,
  'source:Radio': 0,
  'email:yes': 0.5,
  'email:no': -0.5,
};
const keyOf = ({ group, value }: Feature) => `${group}:${value}`;

/** Closed leads whose chances are known. */
function generated(count: number, { base = -0.6, effect = 1, seed = 7 } = {}): Outcome[] {
  const next = numbers(seed);
  return Array.from({ length: count }, (_, at) => {
    const features: Feature[] = [
      { group: 'source', value: ['Website', 'Fair', 'Radio'][Math.floor(next() * 3)]! },
      { group: 'email', value: next() < 0.5 ? 'yes' : 'no' },
    ];
    const logit = features.reduce((sum, one) => sum + effect * truth[keyOf(one)]!, base);
    return { features, won: next() < probabilityAt(logit), isHeldOut: isHeldOut(`led_${at}`, 5) };
  });
}

describe('a logistic regression', () => {
  it('finds the coefficients that made the data', () => {
    const { model } = train(generated(20_000));
    const weight = (group: string, value: string) =>
      model!.factors.find((one) => one.group === group && one.value === value)!.weight;
    // What each group has in common lies in the intercept, so differences are what can be known.
    expect(weight('source', 'Website') - weight('source', 'Radio')).toBeCloseTo(1.2, 0.9);
    expect(weight('source', 'Fair') - weight('source', 'Radio')).toBeCloseTo(-0.9, 0.9);
    expect(weight('email', 'yes') - weight('email', 'no')).toBeCloseTo(1, 0.9);
    const predict = predictor(model!);
    for (const source of ['Website', 'Fair', 'Radio'])
      for (const email of ['yes', 'no']) {
        const features: Feature[] = [
          { group: 'source', value: source },
          { group: 'email', value: email },
        ];
        const chance = probabilityAt(-0.6 + truth[`source:${source}`]! + truth[`email:${email}`]!);
        expect(Math.abs(predict(features) - chance)).toBeLessThan(0.03);
      }
  });

  it('ends where the gradient of its penalised loss is 0', () => {
    const outcomes = generated(500);
    const rows = outcomes.map(({ features }) => [features[1]!.value === 'yes' ? 0 : 1]);
    const won = outcomes.map((one) => one.won);
    const { intercept, weights } = fitLogistic({ rows, won, features: 2, penalty: 1 }, 30);
    const missing = (of: (row: number[]) => number) =>
      rows.reduce((sum, row, at) => {
        const p = probabilityAt(intercept + weights[row[0]!]!);
        return sum + of(row) * (p - (won[at] ? 1 : 0));
      }, 0);
    expect(missing(() => 1)).toBeCloseTo(0, 5);
    for (const at of [0, 1])
      expect(missing(([one]) => (one === at ? 1 : 0)) + weights[at]!).toBeCloseTo(0, 5);
  });

  it('stays finite where a factor decides everything', () => {
    const rows = Array.from({ length: 100 }, (_, at) => [at % 2]);
    const fit = fitLogistic({ rows, won: rows.map(([at]) => at === 1), features: 2, penalty: 1 }, 30);
    expect(fit.weights[1]! - fit.weights[0]!).toBeGreaterThan(2);
    expect(fit.weights.every(Number.isFinite)).toBe(true);
  });
});

describe('a training', () => {
  it('is the same for the same outcomes', () => {
    expect(train(generated(2_000))).toEqual(train(generated(2_000)));
  });

  it('is calibrated on leads that it has not seen', () => {
    const { evaluation, isBetter } = train(generated(20_000));
    expect(isBetter).toBe(true);
    expect(evaluation!.heldOut).toBeGreaterThan(3_700);
    // Four standard errors of a share.
    for (const { predicted, observed, count } of evaluation!.calibration)
      expect(Math.abs(predicted - observed)).toBeLessThan(4 * Math.sqrt(0.25 / count));
    expect(evaluation!.brier).toBeLessThan(evaluation!.baseBrier);
  });

  it.each([
    [199, 100],
    [300, 19],
    [300, 281],
  ])('learns nothing of %i outcomes of which %i were won', (count, won) => {
    const outcomes = generated(count).map((one, at) => ({ ...one, won: at < won }));
    expect(train(outcomes)).toEqual({
      won,
      lost: count - won,
      model: null,
      evaluation: null,
      isBetter: false,
    });
  });

  it('begins at 200 outcomes with 20 of either kind', () => {
    expect(train(generated(200).map((one, at) => ({ ...one, won: at % 10 === 0 }))).model).not.toBeNull();
  });

  it('is not used where the features say nothing', () => {
    const trainings = Array.from({ length: 40 }, (_, seed) =>
      train(generated(500, { effect: 0, base: 0, seed })),
    );
    expect(trainings.every(({ model }) => model !== null)).toBe(true);
    // By luck one in twenty passes: of forty, two.
    expect(trainings.filter(({ isBetter }) => isBetter).length).toBeLessThanOrEqual(5);
  });

  it('counts values of fewer than ten leads together, and one that differs by capitals as the same', () => {
    const outcomes = generated(1_000).map((one, at) => {
      const value = at % 200 === 0 ? `Rare ${at}` : at % 2 ? 'Website' : 'website';
      return { ...one, isHeldOut: at % 5 === 4, features: [{ group: 'source' as const, value }] };
    });
    const { factors } = train(outcomes).model!;
    expect(factors.map(({ value, total }) => [value, total])).toEqual([
      ['Website', 795],
      [null, 5],
    ]);
    const predict = predictor(train(outcomes).model!);
    const chance = (value: string) => predict([{ group: 'source', value }]);
    expect(chance('Never seen')).toBe(chance('Rare 200'));
  });
});

describe('measures of a model', () => {
  const all = (probabilities: number[], won: number[]) =>
    probabilities.map((probability, at) => ({ probability, won: won[at] === 1 }));

  it('AUC is the share of pairs in the right order, ties by half', () => {
    const predicted = all([0.1, 0.4, 0.4, 0.8, 0.6], [0, 1, 0, 1, 0]);
    const pairs = predicted
      .filter((one) => one.won)
      .flatMap((w) =>
        predicted.filter((one) => !one.won).map((l) => (Math.sign(w.probability - l.probability) + 1) / 2),
      );
    expect(aucOf(predicted)).toBeCloseTo(pairs.reduce((sum, one) => sum + one, 0) / pairs.length, 10);
    expect(aucOf(all([0.5, 0.6], [1, 1]))).toBeNull();
    expect(aucText(0.738)).toBe('Puts a won lead above a lost one 74 times in 100');
  });

  it('calibration counts each outcome in its bin, 1 in the last', () => {
    expect(calibrationOf(all([0.04, 0.06, 1], [0, 1, 1]), 10)).toEqual([
      { predicted: 0.05, observed: 0.5, count: 2 },
      { predicted: 1, observed: 1, count: 1 },
    ]);
  });

  it('a model that says the base rate of all is no better than it', () => {
    expect(isBetterThanBase(evaluate(all([0.5, 0.5], [1, 0]), 0.5, 10))).toBe(false);
  });
});

const lead: ScoredLead = {
  source: ' Website ',
  address: { state: 'FL' },
  tags: ['hot', 'roof'],
  emails: [],
  phones: [{ label: 'home' }],
  customFields: { roof: 'flat', age: null },
  // A Sunday evening in Miami, and Monday in UTC.
  createdAt: '2026-11-23T01:30:00.000Z',
  timeZones: ['America/New_York'],
};

describe('features of a lead', () => {
  it('are what is known at its arrival, by the clock where it is', () => {
    expect(featuresOf(lead).map(({ group, value }) => `${group}=${value}`)).toEqual([
      'source=Website',
      'state=FL',
      'tag=hot',
      'tag=roof',
      'arrivedAt=18',
      'weekday=0',
      'email=no',
      'phone=home',
      'fields=1-2',
    ]);
  });

  it('do not follow from what is known of a lead only when it is closed', () => {
    const closed = {
      ...lead,
      status: 'won',
      reached: ['new', 'won'],
      won: { at: lead.createdAt, by: null, amount: 100 },
      dealAmount: 100,
      ownerId: 'usr_1',
      assignedAt: lead.createdAt,
      lastContactedAt: lead.createdAt,
      updatedAt: lead.createdAt,
      score: 90,
    };
    expect(featuresOf(closed)).toEqual(featuresOf(lead));
  });

  it('have no hour where the clocks of its zones differ', () => {
    const at = Date.parse(lead.createdAt);
    expect(hourWhere(['America/New_York', 'America/Detroit'], at)).toEqual({ weekday: 0, hour: 20 });
    expect(hourWhere(['America/New_York', 'America/Chicago'], at)).toBeUndefined();
    expect(hourWhere([], at)).toBeUndefined();
  });

  it('hold out one lead in five', () => {
    const held = Array.from({ length: 10_000 }, (_, at) => isHeldOut(`led_${at}`, 5)).filter(Boolean);
    expect(held.length / 10_000).toBeCloseTo(0.2, 1);
  });
});

describe('reasons of a score', () => {
  const { model } = train(generated(5_000));
  const base = model!.won / model!.total;

  it('are the strongest factors of the lead, with the share behind them', () => {
    const reasons = reasonsFor(
      model!,
      [
        { group: 'source', value: 'website' },
        { group: 'email', value: 'no' },
      ],
      5,
    );
    expect(reasons.map((one) => reasonText(one, base))).toEqual([
      'Source Website: more often won than usual',
      'No e-mail address: less often won than usual',
    ]);
    const [website] = reasons;
    expect(website!.won / website!.total).toBeGreaterThan(base);
    expect(strongestFactors(model!, 1)[0]).toMatchObject({ group: 'source', value: 'Website' });
  });

  it('do not contradict the share behind them', () => {
    const reason = { group: 'tag', value: 'hot', effect: 0.5, won: 1, total: 100 } as const;
    expect(reasonText(reason, 0.3)).toBe('Tag hot: raises the score beside the other factors');
  });

  it('tell hours as clocks do', () => {
    expect([hoursText(16, 18), hoursText(11, 13), hoursText(21, 24)]).toEqual([
      '4–6 PM',
      '11 AM–1 PM',
      '9 PM–12 AM',
    ]);
  });

  it('scores are whole hundredths', () => {
    expect([scoreOf(0), scoreOf(0.555), scoreOf(1)]).toEqual([0, 56, 100]);
    expect(scoreOptions.bins).toBe(10);
  });
});
