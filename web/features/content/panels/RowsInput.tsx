import {
  ActionIcon,
  Button,
  Card,
  Group,
  NumberInput,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import type { JsonMap, JsonValue } from '#shared/model/bounded-map.ts';
import type { RowColumn, RowsShape } from '#shared/scene/element-type.ts';
import { useSwatches } from '../styles/use-brand.ts';
import { AssetPicker } from './AssetPicker.tsx';
import { ColorField } from './ColorField.tsx';

interface RowsInputProps {
  label: string;
  shape: RowsShape;
  value: JsonValue | undefined;
  disabled?: boolean;
  onChange: (rows: JsonValue) => void;
}

const isMap = (value: JsonValue): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of like records, edited row by row: the values of a chart, the slides of a carousel. */
export function RowsInput({ label, shape, value, disabled, onChange }: RowsInputProps) {
  const rows = Array.isArray(value) ? value.filter(isMap) : [];
  const set = (index: number, row: JsonMap) => onChange(rows.map((one, at) => (at === index ? row : one)));
  const swap = (index: number, other: number) => {
    const moved = [...rows];
    [moved[index], moved[other]] = [rows[other]!, rows[index]!];
    onChange(moved);
  };
  return (
    <Stack gap={8}>
      <Text size="xs" fw={550}>
        {label}
      </Text>
      {rows.map((row, index) => {
        const name = `${shape.noun} ${index + 1}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: records have no identity but their place
          <Card key={index} withBorder padding={8} radius="md">
            <Stack gap={6}>
              <Group gap={2} justify="flex-end">
                <Text size="xs" c="dimmed" style={{ flex: 1 }}>
                  {name.charAt(0).toUpperCase() + name.slice(1)}
                </Text>
                <ActionIcon
                  size="sm"
                  variant="subtle"
                  color="gray"
                  aria-label={`Move ${name} up`}
                  disabled={disabled || index === 0}
                  onClick={() => swap(index, index - 1)}
                >
                  <IconArrowUp size={14} />
                </ActionIcon>
                <ActionIcon
                  size="sm"
                  variant="subtle"
                  color="gray"
                  aria-label={`Move ${name} down`}
                  disabled={disabled || index === rows.length - 1}
                  onClick={() => swap(index, index + 1)}
                >
                  <IconArrowDown size={14} />
                </ActionIcon>
                <ActionIcon
                  size="sm"
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove ${name}`}
                  disabled={disabled || rows.length <= shape.minRows}
                  onClick={() => onChange(rows.filter((_, at) => at !== index))}
                >
                  <IconTrash size={14} />
                </ActionIcon>
              </Group>
              {shape.columns.map((column) => (
                <Cell
                  key={column.key}
                  column={column}
                  value={row[column.key]}
                  disabled={disabled}
                  onChange={(next) => set(index, { ...row, [column.key]: next })}
                />
              ))}
            </Stack>
          </Card>
        );
      })}
      <Button
        size="xs"
        variant="default"
        disabled={disabled || rows.length >= shape.maxRows}
        onClick={() => onChange([...rows, structuredClone(shape.blank)])}
      >
        Add {shape.noun}
      </Button>
    </Stack>
  );
}

interface CellProps {
  column: RowColumn;
  value: JsonValue | undefined;
  disabled: boolean | undefined;
  onChange: (value: JsonValue) => void;
}

function Cell({ column, value, disabled, onChange }: CellProps) {
  const swatches = useSwatches();
  const common = { size: 'xs' as const, label: column.label, placeholder: column.placeholder, disabled };
  const text = value === undefined || value === null || typeof value === 'object' ? '' : String(value);
  switch (column.kind) {
    case 'text':
      return (
        <TextInput
          {...common}
          maxLength={column.maxLength}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'textarea':
      return (
        <Textarea
          {...common}
          autosize
          maxLength={column.maxLength}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'lines':
      return (
        <Textarea
          {...common}
          autosize
          description="One in each line"
          value={Array.isArray(value) ? value.join('\n') : ''}
          onChange={(event) => onChange(event.currentTarget.value.split('\n').slice(0, column.maxLines))}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...common}
          min={column.min}
          max={column.max}
          step={column.step}
          suffix={column.unit ? ` ${column.unit}` : ''}
          clampBehavior="blur"
          value={typeof value === 'number' ? value : ''}
          onChange={(next) =>
            typeof next === 'number' && next >= column.min && next <= column.max && onChange(next)
          }
        />
      );
    case 'select':
      return (
        <Select
          {...common}
          allowDeselect={false}
          data={[...column.options]}
          value={text}
          onChange={(next) => next !== null && onChange(next)}
        />
      );
    case 'color':
      return (
        <ColorField
          {...common}
          format="hexa"
          swatches={swatches}
          swatchesPerRow={11}
          value={text}
          onChange={onChange}
        />
      );
    case 'toggle':
      return (
        <Switch
          size="xs"
          label={column.label}
          disabled={disabled}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'asset':
      return (
        <AssetPicker assetType={column.assetType} label={column.label} value={text} onChange={onChange} />
      );
    case 'rows':
      return (
        <RowsInput
          label={column.label}
          shape={column.rows}
          value={value}
          disabled={disabled}
          onChange={onChange}
        />
      );
    default:
      column satisfies never;
      return null;
  }
}
