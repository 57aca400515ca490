import { Group, NumberInput, Select, Slider, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';
import type { JsonValue } from '#shared/model/bounded-map.ts';
import type { Element } from '#shared/model/content.ts';
import type { FormField } from '#shared/scene/element-type.ts';
import { defaultFont } from '#shared/scene/fonts.ts';
import { useEditorSession } from '../editor/session.ts';
import { useSwatches } from '../styles/use-brand.ts';
import { AssetPicker } from './AssetPicker.tsx';
import { ColorField } from './ColorField.tsx';
import { FontInput } from './FontInput.tsx';
import { fieldValue, withField } from './field-values.ts';
import { IconPicker } from './IconPicker.tsx';
import { RowsInput } from './RowsInput.tsx';
import { mixed, sharedValue } from './shared-value.ts';

interface FieldInputProps {
  field: FormField;
  elements: readonly Element[];
}

/** One field of a properties form; sets it on everything that is selected, as one step of the history. */
export function FieldInput({ field, elements }: FieldInputProps) {
  const { editor } = useEditorSession();
  const labelId = useId();
  const swatches = useSwatches();
  const first = elements[0]!;
  const value = sharedValue(elements, (element) => {
    const own = fieldValue(element, field.target, field.key) ?? null;
    // A switch that was never set is off.
    return field.kind === 'toggle' ? own === true : own;
  });
  const differs = value === undefined;
  const locked = elements.every(({ isLocked }) => isLocked);
  const set = (next: JsonValue, assetId?: string) =>
    editor.edit(
      `Change ${field.label.toLowerCase()}`,
      elements.filter(({ isLocked }) => !isLocked).map(({ id }) => id),
      (element) => {
        const changed = withField(element, field, next);
        return field.kind === 'asset' && changed !== element
          ? { ...changed, assetId: assetId ?? null }
          : changed;
      },
      { squashKey: `${field.target}.${field.key}` },
    );
  const common = { label: field.label, description: field.help, size: 'xs' as const, disabled: locked };
  const placeholder = differs ? mixed : undefined;
  const text = value === undefined || value === null ? '' : String(value);

  switch (field.kind) {
    case 'textarea':
      return (
        <Textarea
          {...common}
          autosize
          minRows={2}
          maxRows={10}
          dir="auto"
          maxLength={field.maxLength}
          placeholder={placeholder ?? field.placeholder}
          value={text}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    case 'text':
      return (
        <TextInput
          {...common}
          maxLength={field.maxLength}
          placeholder={placeholder ?? field.placeholder}
          value={text}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...common}
          min={field.min}
          max={field.max}
          step={field.step}
          suffix={field.unit ? ` ${field.unit}` : ''}
          clampBehavior="blur"
          placeholder={placeholder}
          value={numberOf(value) ?? ''}
          onChange={(next) => typeof next === 'number' && next >= field.min && next <= field.max && set(next)}
        />
      );
    case 'slider':
      return (
        <Stack gap={4}>
          <Group justify="space-between">
            <Text id={labelId} size="xs" fw={550}>
              {field.label}
            </Text>
            <Text size="xs" c="dimmed" className="db-figures">
              {differs ? mixed : `${numberOf(value) ?? unset(field)}${field.unit ? ` ${field.unit}` : ''}`}
            </Text>
          </Group>
          <Slider
            size="sm"
            color="ink"
            label={null}
            thumbProps={{ 'aria-labelledby': labelId }}
            disabled={locked}
            min={field.min}
            max={field.max}
            step={field.step}
            {...(field.only && { marks: field.only.map((one) => ({ value: one })), restrictToMarks: true })}
            value={numberOf(value) ?? unset(field)}
            onChange={(next) => set(next)}
          />
        </Stack>
      );
    case 'select':
      return (
        <Select
          {...common}
          allowDeselect={false}
          data={[...field.options]}
          // A style that was never set is drawn as the first option says.
          placeholder={placeholder}
          value={differs ? null : text || field.options[0]?.value}
          // Weights and the like are numbers in the map and texts in a list of options.
          onChange={(next) =>
            next !== null &&
            set(typeof fieldValue(first, field.target, field.key) === 'number' ? Number(next) : next)
          }
        />
      );
    case 'font':
      return (
        <FontInput
          label={field.label}
          description={field.help}
          disabled={locked}
          placeholder={placeholder}
          value={differs ? '' : text || defaultFont}
          onChange={(next) => set(next)}
        />
      );
    case 'color':
      return (
        <ColorField
          {...common}
          format="hexa"
          swatches={swatches}
          swatchesPerRow={11}
          placeholder={placeholder}
          value={text}
          empty={differs ? undefined : 'transparent'}
          onChange={set}
        />
      );
    case 'toggle':
      return (
        <Switch
          {...common}
          label={differs ? `${field.label}: ${mixed}` : field.label}
          checked={value === true}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      );
    case 'rows':
      return (
        <RowsInput
          label={differs ? `${field.label}: ${mixed}` : field.label}
          shape={field.rows}
          value={value}
          disabled={locked}
          onChange={set}
        />
      );
    case 'icon':
      return (
        <IconPicker
          label={field.label}
          value={value}
          placeholder={placeholder}
          disabled={locked}
          onChange={set}
        />
      );
    case 'asset':
      return (
        <AssetPicker
          assetType={field.assetType}
          label={field.label}
          placeholder={placeholder}
          value={text}
          onChange={set}
        />
      );
    default:
      field satisfies never;
      return null;
  }
}

/** Where the slider of a style that was never set stands: 0, or as near to it as its range allows. */
function unset({ min, max }: { min: number; max: number }): number {
  return Math.min(max, Math.max(min, 0));
}

function numberOf(value: JsonValue | undefined): number | undefined {
  const number = typeof value === 'string' ? Number.parseFloat(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
