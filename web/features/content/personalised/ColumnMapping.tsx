import { Select, Text } from '@mantine/core';
import type { CsvMapping } from '#shared/model/records-csv.ts';
import { Pairs, Surface } from '#web/ui/layout/layout.tsx';
import type { UploadedRecords } from './RecordsUpload.tsx';

interface ColumnMappingProps {
  records: UploadedRecords;
  mapping: CsvMapping;
  onChange: (mapping: CsvMapping) => void;
}

/** Which column fills which merge field; a guess is there already. */
export function ColumnMapping({ records, mapping, onChange }: ColumnMappingProps) {
  const { reading, filename } = records;
  const options = [
    { group: 'Shown by the project', items: reading.variables.filter(({ isShown }) => isShown) },
    { group: 'Others', items: reading.variables.filter(({ isShown }) => !isShown) },
  ]
    .filter(({ items }) => items.length > 0)
    .map(({ group, items }) => ({
      group,
      items: items.map(({ name, label }) => ({
        value: name,
        label: label === name ? name : `${label} (${name})`,
      })),
    }));
  const unfilled = reading.variables.filter(
    ({ name, isShown }) => isShown && !mapping.columns.some(({ variable }) => variable === name),
  );
  const set = (column: number, variable: string | null) =>
    onChange({
      ...mapping,
      columns: [
        // A variable takes one column: it leaves the one that it had.
        ...mapping.columns.filter((one) => one.column !== column && one.variable !== variable),
        ...(variable ? [{ column, variable }] : []),
      ].sort((a, b) => a.column - b.column),
    });
  const headerOf = (header: string, at: number) => header || `Column ${at + 1}`;
  return (
    <Surface component="section" aria-label="Columns">
      <Text size="sm" c="dimmed" mb="md" className="db-figures">
        {filename}: {reading.rows === 1 ? '1 row' : `${reading.rows.toLocaleString()} rows`}, separated by{' '}
        {reading.delimiter}, {reading.encoding}.
      </Text>
      <Pairs second={320} maw={760}>
        {reading.columns.map(({ header, samples, empty }, at) => (
          <ColumnRow
            // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places, and heads may be the same
            key={at}
            header={headerOf(header, at)}
            samples={samples}
            empty={empty}
            options={options}
            value={mapping.columns.find(({ column }) => column === at)?.variable ?? null}
            onChange={(variable) => set(at, variable)}
          />
        ))}
      </Pairs>
      <Select
        mt="lg"
        maw={320}
        label="Column that names the files"
        description="Each file also begins with the number of its row."
        clearable
        placeholder="The project’s name"
        value={mapping.nameColumn === null ? null : String(mapping.nameColumn)}
        onChange={(value) => onChange({ ...mapping, nameColumn: value === null ? null : Number(value) })}
        data={reading.columns.map(({ header }, at) => ({ value: String(at), label: headerOf(header, at) }))}
      />
      {unfilled.length > 0 && (
        <Text size="sm" c="dimmed" mt="md" role="status">
          No column fills {unfilled.map(({ label }) => label).join(', ')}: the default is shown in every
          video.
        </Text>
      )}
    </Surface>
  );
}

interface ColumnRowProps {
  header: string;
  samples: readonly string[];
  empty: number;
  options: { group: string; items: { value: string; label: string }[] }[];
  value: string | null;
  onChange: (variable: string | null) => void;
}

function ColumnRow({ header, samples, empty, options, value, onChange }: ColumnRowProps) {
  return (
    <>
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={600} truncate title={header}>
          {header}
        </Text>
        <Text size="xs" c="dimmed" truncate className="db-figures">
          {samples.length > 0 ? samples.join(', ') : 'empty'}
          {empty > 0 && samples.length > 0 ? ` (${empty.toLocaleString()} empty)` : ''}
        </Text>
      </div>
      <Select
        aria-label={`Merge field for ${header}`}
        placeholder="Not used"
        clearable
        searchable
        data={options}
        value={value}
        onChange={onChange}
      />
    </>
  );
}
