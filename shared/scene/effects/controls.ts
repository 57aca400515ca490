import * as z from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';
import { parseColor } from '../css/color.ts';
import type { FormField, FormTab } from '../element-type.ts';

/*
 * A property and its field in the form are declared in one breath, so that the bounds of a slider are those that
 * the property is checked against.
 */

type FieldFace = FormField extends infer Field
  ? Field extends FormField
    ? Omit<Field, 'target' | 'key'>
    : never
  : never;

export interface Control<Schema extends z.ZodType = z.ZodType> {
  schema: Schema;
  /** Without one, the property is not offered in the form. */
  field?: FieldFace;
}

interface Extras {
  tab?: FormTab;
  unit?: string;
  help?: string;
  /** Only shown while another property has one of these values. */
  when?: { key: string; in: readonly (string | boolean)[] };
}

function face({ tab = 'content', help, when }: Extras, label: string) {
  return {
    tab,
    label,
    ...(help ? { help } : {}),
    ...(when ? { showWhen: { target: 'properties' as const, ...when } } : {}),
  };
}

export function slider(
  label: string,
  fallback: number,
  [min, max, step]: readonly [number, number, number],
  extras: Extras = {},
) {
  const number = step === 1 ? z.number().int() : z.number();
  return {
    schema: number.min(min).max(max).default(fallback),
    field: {
      ...face(extras, label),
      kind: 'slider' as const,
      min,
      max,
      step,
      ...(extras.unit ? { unit: extras.unit } : {}),
    },
  };
}

/** How many particles there are. */
export const count = (label: string, fallback: number, max: number) => slider(label, fallback, [1, max, 1]);

/** A factor on the effect's own pace. */
export const speed = (label = 'Speed') => slider(label, 1, [0.1, 4, 0.1], { unit: '×' });

/** A factor on the effect's own sizes, which grow with the element. */
export const scale = (label = 'Size') => slider(label, 1, [0.3, 3, 0.1], { unit: '×', tab: 'style' });

export function toggle(label: string, fallback: boolean, extras: Extras = {}) {
  return {
    schema: z.boolean().default(fallback),
    field: { ...face({ tab: 'effects', ...extras }, label), kind: 'toggle' as const },
  };
}

export function color(label: string, fallback: string, extras: Extras = {}) {
  return {
    schema: z
      .string()
      .max(contentLimits.colorLength)
      .refine((css) => parseColor(css) !== undefined, 'must be a colour as CSS writes it, such as #2563eb')
      .default(fallback),
    field: { ...face({ tab: 'style', ...extras }, label), kind: 'color' as const },
  };
}

export function choice<const Options extends Record<string, string>>(
  label: string,
  options: Options,
  fallback: keyof Options & string,
  extras: Extras = {},
) {
  const values = Object.keys(options) as (keyof Options & string)[];
  return {
    schema: z.enum(values).default(fallback as never),
    field: {
      ...face(extras, label),
      kind: 'select' as const,
      options: values.map((value) => ({ value, label: options[value]! })),
    },
  };
}

/** A property that only the stored map and the calls can set. */
export function hidden<Schema extends z.ZodType>(schema: Schema): { schema: Schema } {
  return { schema };
}

interface Palette {
  label: string;
  colors: readonly string[];
}

/** A choice of palettes, or three colours of one's own. */
export function palette<const Palettes extends Record<string, Palette>>(
  palettes: Palettes,
  fallback: keyof Palettes & string,
  label = 'Colours',
) {
  const labels = Object.fromEntries(Object.entries(palettes).map(([name, { label }]) => [name, label]));
  const own = { when: { key: 'palette', in: ['custom'] } };
  const [first, second = first!, third = second!] = palettes[fallback]!.colors as readonly [
    string,
    ...string[],
  ];
  return {
    controls: {
      palette: choice(label, { ...labels, custom: 'My own' }, fallback as never, { tab: 'style' }),
      color1: color('First colour', first, own),
      color2: color('Second colour', second, own),
      color3: color('Third colour', third, own),
    },
    colorsOf: (chosen: { palette: string; color1: string; color2: string; color3: string }) =>
      palettes[chosen.palette]?.colors ?? [chosen.color1, chosen.color2, chosen.color3],
  };
}

/** The schema and the form of what was declared. */
export function declare<Controls extends Record<string, Control>>(controls: Controls) {
  const schemas = Object.fromEntries(Object.entries(controls).map(([key, { schema }]) => [key, schema]));
  const form: FormField[] = Object.entries(controls).flatMap(([key, { field }]) =>
    field ? [{ target: 'properties', key, ...field } as FormField] : [],
  );
  return {
    properties: z.object(schemas) as unknown as z.ZodObject<{
      [Key in keyof Controls]: Controls[Key]['schema'];
    }>,
    form,
  };
}
