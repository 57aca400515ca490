import { Group, SegmentedControl, Select, Stack } from '@mantine/core';
import type { Report } from '#shared/model/report.ts';
import type { Marked } from '#shared/model/report-chart.ts';
import type { MeasureName } from '#shared/model/report-measures.ts';
import { PivotTable } from './PivotTable.tsx';
import type { AddressProps } from './ReportBar.tsx';
import { ReportTable } from './ReportTable.tsx';

interface ReportFiguresProps extends AddressProps {
  report: Report;
  /** Lists what is behind a figure. */
  onPick: (figure: Marked) => void;
}

/** The figures of a report: a line each, or, of two groupings, a table of one by the other. */
export function ReportFigures({ report, address, onChange, onPick }: ReportFiguresProps) {
  const measures = report.columns.filter(({ kind }) => kind === 'measure');
  const list = <ReportTable report={report} address={address} onChange={onChange} onPick={onPick} />;
  if (report.groupBy.length !== 2 || measures.length === 0) return list;
  const shown = measures.find(({ key }) => key === address.figure) ?? measures[0]!;
  const isPivot = address.view === 'pivot';
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <SegmentedControl
          aria-label="How the figures are listed"
          data={[
            { value: 'list', label: 'List' },
            { value: 'pivot', label: 'Pivot' },
          ]}
          value={isPivot ? 'pivot' : 'list'}
          onChange={(view) => onChange({ view: view === 'pivot' ? 'pivot' : undefined })}
        />
        {isPivot && (
          <Select
            aria-label="Figure"
            allowDeselect={false}
            data={measures.map(({ key, label }) => ({ value: key, label }))}
            value={shown.key}
            onChange={(figure) => figure && onChange({ figure })}
          />
        )}
      </Group>
      {isPivot ? <PivotTable report={report} measure={shown.key as MeasureName} onPick={onPick} /> : list}
    </Stack>
  );
}
