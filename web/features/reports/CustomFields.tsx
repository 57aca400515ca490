import { MultiSelect, Select } from '@mantine/core';
import { hasTop } from '#shared/model/report.ts';
import {
  type CustomSource,
  customMeasures,
  customSources,
  dimensionsOf,
  reportCatalogue,
  stageDimension,
} from '#shared/model/report-catalogue.ts';
import { measures } from '#shared/model/report-measures.ts';
import { useSeesAllLeads } from '#web/app/use-may.ts';
import { FilterBar } from '#web/ui/resource/filters.tsx';
import { customOf, listText } from './address.ts';
import type { AddressProps } from './ReportBar.tsx';

/** How many rows stand by themselves; any other number comes from a template of another program. */
const topChoices = [5, 10, 20, 50];

const topWords = (top: number) => ({ value: String(top), label: `Top ${top}` });

/** What a report of one's own counts, and by what. */
export function CustomFields({ address, onChange }: AddressProps) {
  const seesAll = useSeesAllLeads();
  const { source, groupBy, fields, top } = customOf(address);
  const dimensions = Object.entries(dimensionsOf[source]).map(([value, { label }]) => ({ value, label }));
  const [first = 'day', second] = groupBy;
  return (
    <FilterBar label="What is counted">
      <Select
        label="Count"
        allowDeselect={false}
        data={customSources
          .filter((value) => seesAll || !reportCatalogue[value].adminOnly)
          .map((value) => ({ value, label: reportCatalogue[value].label }))}
        value={source}
        onChange={(of) => onChange({ of: of as CustomSource, by: '', figures: '', filter: '', sort: '' })}
      />
      <Select
        label="By"
        allowDeselect={false}
        data={dimensions}
        value={first}
        onChange={(value) =>
          value &&
          onChange({
            by: listText([value, ...(second && value !== stageDimension ? [second] : [])]),
            sort: '',
          })
        }
      />
      <Select
        label="And by"
        placeholder="Nothing else"
        disabled={first === stageDimension}
        clearable
        clearButtonProps={{ 'aria-label': 'By nothing else' }}
        data={dimensions.filter(({ value }) => value !== first && value !== stageDimension)}
        value={second ?? null}
        onChange={(value) => onChange({ by: listText([first, ...(value ? [value] : [])]), sort: '' })}
      />
      {hasTop(groupBy) && (
        <Select
          label="Rows"
          allowDeselect={false}
          data={[
            { value: '', label: 'All of them' },
            ...[...new Set([...topChoices, ...(top ? [top] : [])])].sort((a, b) => a - b).map(topWords),
          ]}
          value={top ? String(top) : ''}
          onChange={(value) => onChange({ top: value ?? '', page: 1 })}
        />
      )}
      <MultiSelect
        label="Figures"
        data={customMeasures[source].map((value) => ({
          value: value as string,
          label: measures[value].label,
        }))}
        value={fields}
        onChange={(figures) => figures.length > 0 && onChange({ figures: listText(figures), sort: '' })}
        style={{ flex: '1 1 250px', maxWidth: 420 }}
      />
    </FilterBar>
  );
}
