import { Table, Text, Title } from '@mantine/core';
import type { CampaignTestView, VariantView } from '#shared/model/campaign-test.ts';
import { RankedBars } from '#web/ui/chart/RankedBars.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';
import { outcomeWords, testWords } from './test-words.ts';

const series = [
  { key: 'clicked', label: 'Clicked', color: 'var(--mantine-color-chart-0)' },
  { key: 'replied', label: 'Replied', color: 'var(--mantine-color-chart-2)' },
  { key: 'optedOut', label: 'Opted out', color: 'var(--mantine-color-chart-5)' },
] as const;

const percent = (value: number): string => `${value.toFixed(1)} %`;
const shareOf = (one: VariantView, key: (typeof series)[number]['key']): number =>
  one.sent > 0 ? (100 * one[key]) / one.sent : 0;

const figures = [
  ['sent', 'Sent'],
  ['delivered', 'Delivered'],
  ['failed', 'Failed'],
  ['clicked', 'Clicked'],
  ['replied', 'Replied'],
  ['optedOut', 'Opted out'],
] as const satisfies [keyof VariantView, string][];

/** A campaign's test: what each of its texts has come to, and which has won. */
export function TestResult({ test }: { test: CampaignTestView }) {
  return (
    <Surface component="section" aria-label="Test">
      <Title order={2} size="h3" mb={4}>
        Which text works best
      </Title>
      <Text size="sm" c="dimmed" mb={10}>
        {testWords(test)}.
      </Text>
      <Text size="sm" mb={14} role="status">
        {outcomeWords(test)}
      </Text>
      <RankedBars
        label="Of those whom each text went to"
        head="Text"
        series={series}
        format={percent}
        bars={test.variants.map((one) => ({
          key: one.key,
          tick: one.key,
          name: one.key === test.winner ? `${one.key}, won` : one.key,
          values: Object.fromEntries(series.map(({ key }) => [key, shareOf(one, key)])),
        }))}
      />
      <Table.ScrollContainer minWidth={440} mt={14}>
        <Table aria-label="Figures by text" fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Text</Table.Th>
              {figures.map(([key, label]) => (
                <Table.Th key={key} ta="end">
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {test.variants.map((one) => (
              <Table.Tr key={one.key} data-variant={one.key}>
                <Table.Th scope="row">{one.key}</Table.Th>
                {figures.map(([key]) => (
                  <Table.Td key={key} ta="end" className="db-figures" data-figure={key}>
                    {one[key].toLocaleString()}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Surface>
  );
}
