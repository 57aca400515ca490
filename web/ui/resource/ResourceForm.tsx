import { ColorInput, Select, Switch, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { type ReactNode, useEffect, useState } from 'react';
import { z } from 'zod';
import { checkedBy } from '../forms.ts';
import { toast } from '../toast.ts';
import { FormPanel, useSubmit } from './FormPanel.tsx';
import type { Opened } from './ResourcePage.tsx';
import { type Stale, useRefresh } from './useRefresh.ts';

/**
 * A field of a form: a switch where its value is a boolean, one of its `choices` where it has some, else a text, no
 * longer than its schema takes.
 */
export interface FormField<Name extends string = string>
  extends Pick<
    TextInputProps,
    'description' | 'type' | 'inputMode' | 'placeholder' | 'readOnly' | 'disabled'
  > {
  name: Name;
  label: string;
  /** Options, or groups of them, as Mantine takes them. */
  choices?: React.ComponentProps<typeof Select>['data'];
  /** The choice can be taken away: null then, for which this stands. */
  none?: string;
  /** Where there may be many choices. */
  searchable?: boolean;
  as?: 'colour' | 'lines';
}

interface ResourceFormProps<Row, Values extends Record<string, unknown>, Saved> {
  /** Undefined while none is open. */
  thing: Opened<Row>;
  onClose: () => void;
  /** 'office': 'Add office'. */
  noun: string;
  /** What a new one begins with. */
  blank: Values;
  /** What the form shows of a row; without it, what the row has of the names of `blank`. */
  valuesOf?: (row: Row) => Values;
  /** The contract's own schemas: what is typed is checked by them. */
  schema: { [Name in keyof Values]?: z.ZodType };
  fields: readonly FormField<Extract<keyof Values, string>>[];
  /** Fields of other kinds, below. */
  children?: (form: UseFormReturnType<Values>) => ReactNode;
  /** `before` is the row as it was when it was opened, with that version; undefined for a new one. */
  save: (values: Values, before: Row | undefined) => Promise<Saved>;
  nameOf: (values: Values) => string;
  /** In the sentence that says that it is saved, where a name in quotation marks does not do: 'Extension 101'. */
  spokenOf?: (saved: Saved) => string;
  /** Of one that is there; its name without it. */
  title?: string;
  /** What is asked for again. */
  stale: readonly Stale[];
}

/** The form of a plain noun, in a panel beside its list: it adds and changes. */
export function ResourceForm<Row extends { id: string }, Values extends Record<string, unknown>, Saved>(
  props: ResourceFormProps<Row, Values, Saved>,
) {
  const { thing, onClose, noun, blank, schema, fields, nameOf } = props;
  const existing = thing === 'new' ? undefined : thing;
  const [before, setBefore] = useState<Row>();
  const refresh = useRefresh(...props.stale);
  const form = useForm<Values>({ initialValues: blank, validate: checksOf(schema) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer state of it leaves what is typed
  useEffect(() => {
    if (!thing) return;
    setBefore(existing);
    form.setValues(existing ? (props.valuesOf?.(existing) ?? sameNames(blank, existing)) : blank);
  }, [existing?.id, thing === 'new']);
  const submit = useSubmit(form, async (values) => {
    const saved = await props.save(values, before);
    await refresh();
    const spoken = props.spokenOf?.(saved) ?? `“${nameOf(values)}”`;
    toast.success(`${spoken} is ${before ? 'saved' : 'added'}`);
    onClose();
  });
  return (
    <FormPanel
      opened={thing !== undefined}
      title={existing ? (props.title ?? nameOf(sameNames(blank, existing))) : `Add ${noun}`}
      submitLabel={existing ? 'Save' : `Add ${noun}`}
      onClose={onClose}
      form={form}
      submit={submit}
    >
      {fields.map(({ name, ...field }, at) => (
        <Field
          key={name}
          {...field}
          data-autofocus={at === 0 || undefined}
          isSwitch={typeof blank[name] === 'boolean'}
          maxLength={mostLetters(schema[name])}
          input={(type) => form.getInputProps(name, type ? { type } : {})}
        />
      ))}
      {props.children?.(form)}
    </FormPanel>
  );
}

interface FieldProps extends Omit<FormField, 'name'> {
  isSwitch: boolean;
  maxLength: number | undefined;
  'data-autofocus': true | undefined;
  input: (type?: 'checkbox') => object;
}

function Field({
  isSwitch,
  choices,
  none,
  searchable = false,
  as,
  maxLength,
  input,
  type,
  inputMode,
  ...field
}: FieldProps) {
  if (isSwitch) return <Switch label={field.label} description={field.description} {...input('checkbox')} />;
  if (choices)
    return (
      <Select
        {...field}
        {...(none ? { clearable: true, placeholder: none } : { allowDeselect: false })}
        searchable={searchable}
        data={choices}
        {...input()}
      />
    );
  if (as === 'colour') return <ColorInput {...field} format="hex" withEyeDropper={false} {...input()} />;
  const bounds = maxLength ? { maxLength } : {};
  if (as === 'lines') return <Textarea {...field} {...bounds} autosize maxRows={4} {...input()} />;
  return <TextInput {...field} {...bounds} type={type} inputMode={inputMode} {...input()} />;
}

const checksOf = (schema: Record<string, z.ZodType | undefined>) =>
  Object.fromEntries(
    Object.entries(schema).flatMap(([name, type]) => (type ? [[name, checkedBy(type)]] : [])),
  ) as never;

const sameNames = <Values extends object>(blank: Values, row: object) =>
  Object.fromEntries(Object.keys(blank).map((name) => [name, (row as never)[name]])) as Values;

/** How long a text may be by its schema; undefined where it does not say. */
function mostLetters(schema: z.ZodType | undefined): number | undefined {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return mostLetters(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodString ? (schema.maxLength ?? undefined) : undefined;
}
