import { Box, Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ImportMapping, ImportReading } from '#shared/model/lead-import.ts';
import { query } from '#web/app/api.ts';
import { Pairs, Surface } from '#web/ui/layout/layout.tsx';
import { rows } from './words.ts';

const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
];
const separators = [
  { value: 'comma', label: 'Comma' },
  { value: 'semicolon', label: 'Semicolon' },
  { value: 'tab', label: 'Tab' },
  { value: 'pipe', label: 'Bar |' },
];
/** Fields that several columns may fill together. */
const repeatable = new Set(['phone', 'mobile', 'homePhone', 'workPhone', 'email', 'tags']);

const encodingName = (name: string) =>
  /^(utf|euc|gb)/.test(name) ? name.toUpperCase() : `${name[0]!.toUpperCase()}${name.slice(1)}`;

export interface FileForm {
  delimiter?: ImportReading['delimiter'];
  encoding?: string;
}

interface MappingStepProps {
  reading: ImportReading;
  mapping: ImportMapping;
  onMapping: (mapping: ImportMapping) => void;
  onFile: (form: FileForm) => void;
}

/** Gives each column of the list a field; a guess is there already. */
export function MappingStep({ reading, mapping, onMapping, onFile }: MappingStepProps) {
  const { data: saved } = useQuery(query.leads.importMappings.queryOptions({ input: {} }));
  const { columns, filename, delimiter, encoding } = reading;
  const set = (column: number, field: string | null) =>
    onMapping(
      [
        // A field that takes one column leaves the one that it had.
        ...mapping.filter(
          (one) => one.column !== column && (one.field !== field || repeatable.has(one.field)),
        ),
        ...(field ? [{ column, field: field as ImportMapping[number]['field'] }] : []),
      ].sort((a, b) => a.column - b.column),
    );
  const apply = (id: string | null) => {
    const found = saved?.mappings.find((one) => one.id === id);
    if (!found) return;
    const byHeader = new Map(found.columns.map(({ header, field }) => [header.toLowerCase(), field]));
    const fields = new Set(reading.fields.map(({ field }) => field));
    onMapping(
      columns.flatMap(({ header }, column) => {
        const field = byHeader.get(header.toLowerCase());
        return field && fields.has(field) ? [{ column, field }] : [];
      }),
    );
  };
  return (
    <Surface component="section" aria-label="Columns">
      <Text size="sm" c="dimmed" className="db-figures">
        {filename}: {reading.rows.exact ? '' : 'about '}
        {rows(reading.rows.count)}, {columns.length === 1 ? '1 column' : `${columns.length} columns`}.
      </Text>
      <Group mt="sm" mb="lg" gap="sm" align="end" grow preventGrowOverflow={false}>
        {saved && saved.mappings.length > 0 && (
          <Select
            label="Saved mapping"
            placeholder="Choose one"
            data={saved.mappings.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={apply}
          />
        )}
        <Select
          data-changes
          label="Separated by"
          data={separators}
          value={delimiter}
          allowDeselect={false}
          onChange={(value) =>
            value && onFile({ delimiter: value as FileForm['delimiter'] & string, encoding })
          }
        />
        <Select
          data-changes
          label="Encoding"
          data={[...new Set([encoding, ...encodings])].map((name) => ({
            value: name,
            label: encodingName(name),
          }))}
          value={encoding}
          allowDeselect={false}
          onChange={(value) => value && onFile({ delimiter, encoding: value })}
        />
      </Group>
      <Pairs second={240}>
        {columns.map(({ header, samples }, at) => (
          <ColumnRow
            // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places, and heads may be the same
            key={at}
            header={header || `Column ${at + 1}`}
            samples={samples}
            fields={reading.fields}
            value={mapping.find(({ column }) => column === at)?.field ?? null}
            onChange={(field) => set(at, field)}
          />
        ))}
      </Pairs>
    </Surface>
  );
}

interface ColumnRowProps {
  header: string;
  samples: readonly string[];
  fields: readonly { field: string; label: string }[];
  value: string | null;
  onChange: (field: string | null) => void;
}

function ColumnRow({ header, samples, fields, value, onChange }: ColumnRowProps) {
  return (
    <>
      <Box miw={0}>
        <Text size="sm" fw={600} truncate title={header}>
          <bdi>{header}</bdi>
        </Text>
        <Text size="xs" c="dimmed" truncate className="db-figures">
          {samples.length > 0 ? samples.join(', ') : 'empty'}
        </Text>
      </Box>
      <div>
        <Select
          aria-label={`Field for ${header}`}
          placeholder="Left out"
          clearable
          searchable
          data={fields.map(({ field, label }) => ({ value: field, label }))}
          value={value}
          onChange={onChange}
        />
      </div>
    </>
  );
}
