import { Button, Checkbox, Popover, Select, Stack, Switch } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { Report } from '#shared/model/report.ts';
import {
  type Grouping,
  type ReportName,
  reportCatalogue,
  reportNames,
} from '#shared/model/report-catalogue.ts';
import type { TemplateReport } from '#shared/model/report-template.ts';
import {
  type Days,
  periodWords,
  type RelativePeriod,
  relativePeriods,
} from '#shared/model/template-period.ts';
import { useSeesAllLeads } from '#web/app/use-may.ts';
import { DayRange, FilterBar } from '#web/ui/resource/filters.tsx';
import { columnsOf, groupingOf, groupingsOf, listText, periodOf, type ReportAddress } from './address.ts';
import { Questions } from './Questions.tsx';

export interface AddressProps {
  address: ReportAddress;
  onChange: (change: Partial<ReportAddress>) => void;
}

const timeWords: Record<Exclude<Grouping, 'source'>, string> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  agent: 'Agent',
};

const periodChoices = [
  ...relativePeriods.map((value) => ({ value: value as string, label: periodWords[value] })),
  { value: 'days', label: 'Days of your choice' },
];

interface ReportBarProps extends AddressProps {
  report: TemplateReport;
  /** Of the period; undefined until they are known. */
  days: Days | undefined;
  /** The answer, whose figures may be chosen from. */
  made: Report | undefined;
}

/** Which report, of what period, grouped by what. */
export function ReportBar({ report, address, onChange, days, made }: ReportBarProps) {
  const navigate = useNavigate();
  const seesAll = useSeesAllLeads();
  const period = periodOf(address);
  const names = reportNames.filter((name) => seesAll || !reportCatalogue[name].adminOnly);
  /** The period stays; what belongs to one report does not. */
  const choose = (name: string) => {
    const { period: relative, from, to, compare } = address;
    const kept = Object.entries({ period: relative, from, to, compare }).filter(([, value]) => value);
    void navigate(`/reports/${name}?${new URLSearchParams(kept as [string, string][])}`);
  };
  return (
    <FilterBar label="Report">
      <Select
        label="Report"
        allowDeselect={false}
        data={[
          ...names.map((value) => ({ value: value as string, label: reportCatalogue[value].label })),
          { value: 'custom', label: 'Your own report' },
        ]}
        value={report}
        onChange={(name) => name && choose(name)}
      />
      <Select
        label="Period"
        allowDeselect={false}
        data={periodChoices}
        value={typeof period === 'string' ? period : 'days'}
        onChange={(value) =>
          value === 'days'
            ? onChange({ period: undefined, ...(made ? { from: made.from, to: made.to } : {}) })
            : onChange({ period: value as RelativePeriod, from: undefined, to: undefined })
        }
      />
      {typeof period !== 'string' && (
        <DayRange from={address.from} to={address.to} onChange={(change) => onChange(change)} />
      )}
      {report !== 'custom' && (
        <Select
          label="Group by"
          allowDeselect={false}
          data={groupingsOf(report).map((value) => ({
            value,
            label: value === 'source' ? reportCatalogue[report].sourceLabel : timeWords[value],
          }))}
          value={groupingOf(report, address, days)}
          onChange={(group) => onChange({ group: group as Grouping, columns: '', sort: '' })}
        />
      )}
      {report !== 'custom' && (
        <ColumnChoice report={report} address={address} onChange={onChange} days={days} made={made} />
      )}
      <Questions address={address} />
      <Switch
        label="Compare with before"
        checked={address.compare === 'yes'}
        onChange={(event) => onChange({ compare: event.currentTarget.checked ? 'yes' : undefined })}
        pb={8}
        // On a phone it takes a line of its own rather than break its label.
        miw="max-content"
        style={{ alignSelf: 'end' }}
      />
    </FilterBar>
  );
}

/** Which figures are shown. */
function ColumnChoice({ report, address, onChange, made }: ReportBarProps & { report: ReportName }) {
  const figures = made?.report === report ? made.columns.filter(({ kind }) => kind === 'measure') : [];
  const chosen = columnsOf(address);
  const value = chosen.length > 0 ? chosen : figures.map(({ key }) => key);
  return (
    <Popover position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconColumns3 size={17} />}
          disabled={figures.length === 0}
          style={{ alignSelf: 'end' }}
        >
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group
          label="Columns"
          value={value}
          onChange={(next) => {
            if (next.length === 0) return;
            const ordered = figures.map(({ key }) => key).filter((key) => next.includes(key));
            onChange({ columns: ordered.length === figures.length ? '' : listText(ordered) });
          }}
        >
          <Stack gap={8} mt={8}>
            {figures.map(({ key, label }) => (
              <Checkbox key={key} value={key} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
