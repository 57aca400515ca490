import { Stack, Text, Title } from '@mantine/core';
import type { LeadScoring } from '#shared/api/lead-scoring.ts';
import { binOf, type Evaluation } from '#shared/model/lead-score/evaluate.ts';
import { scoreOptions } from '#shared/model/lead-score/options.ts';
import { aucText } from '#shared/model/lead-score/words.ts';
import { LineChart } from '#web/ui/chart/LineChart.tsx';
import { RankedBars } from '#web/ui/chart/RankedBars.tsx';
import { AutoGrid, Surface } from '#web/ui/layout/layout.tsx';

const percent = (value: number): string => `${Math.round(value)} %`;

const calibrationSeries = [
  { key: 'observed', label: 'Were won', color: 'var(--mantine-color-chart-0)', hasGaps: true },
  {
    key: 'predicted',
    label: 'If predictions were exact',
    color: 'var(--mantine-color-chart-7)',
    isDashed: true,
  },
];
/** A bar for each bin, so that what is exact lies on the diagonal; bins without leads stay empty. */
const binsOf = (calibration: Evaluation['calibration']) =>
  Array.from({ length: scoreOptions.bins }, (_, at) => {
    const [from, to] = [at, at + 1].map((edge) => (100 * edge) / scoreOptions.bins);
    const bin = calibration.find(({ predicted }) => binOf(predicted, scoreOptions.bins) === at);
    return {
      key: String(at),
      tick: at % 2 === 0 ? `${from}–${to} %` : '',
      name: `${(bin?.count ?? 0).toLocaleString()} leads with a chance of ${from} to ${to} %`,
      values: {
        predicted: (from! + to!) / 2,
        ...(bin ? { observed: 100 * bin.observed } : {}),
      },
    };
  });

const factorSeries = [{ key: 'won', label: 'Were won', color: 'var(--mantine-color-chart-0)' }];

function Calibration({ calibration, heldOut }: Evaluation) {
  return (
    <Surface component="section" aria-label="What was predicted and what came">
      <Title order={3} size="h4">
        What was predicted and what came
      </Title>
      <Text size="sm" c="dimmed" mb={14}>
        {heldOut.toLocaleString()} closed leads were kept aside to try it on. The nearer to the dashed line,
        the better.
      </Text>
      <LineChart
        label="Share of leads won, by the predicted chance"
        series={calibrationSeries}
        format={percent}
        bars={binsOf(calibration)}
      />
    </Surface>
  );
}

function Factors({ factors }: { factors: NonNullable<LeadScoring['newest']>['factors'] }) {
  const sorted = [...factors].sort((one, other) => other.effect - one.effect);
  return (
    <Surface component="section" aria-label="What counts most">
      <Title order={3} size="h4">
        What counts most
      </Title>
      <Text size="sm" c="dimmed" mb={14}>
        The share of leads that were won, from what raises a score most to what lowers it most.
      </Text>
      <RankedBars
        label="Share of leads won, by what counts most"
        head="What a lead has"
        series={factorSeries}
        format={percent}
        bars={sorted.map(({ name, won, total }) => ({
          key: name,
          tick: '',
          name,
          values: { won: (100 * won) / total },
        }))}
      />
    </Surface>
  );
}

interface ModelProps {
  newest: NonNullable<LeadScoring['newest']>;
  evaluation: Evaluation;
}

/** What was learned and how well it predicts. */
export function Model({ newest, evaluation }: ModelProps) {
  return (
    <Stack gap="md">
      {evaluation.auc !== null && (
        <Text fw={600} size="lg">
          {aucText(evaluation.auc)}
          <Text span size="sm" fw={400} c="dimmed">
            . By chance it would be 50.
          </Text>
        </Text>
      )}
      <AutoGrid min={340}>
        <Calibration {...evaluation} />
        {newest.factors.length > 0 && <Factors factors={newest.factors} />}
      </AutoGrid>
    </Stack>
  );
}
