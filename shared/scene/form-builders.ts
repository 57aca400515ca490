import { contentLimits } from '#shared/model/content-limits.ts';
import type { FormField } from './element-type.ts';

type Tab = FormField['tab'];
/** What any field may have besides. */
type More = Partial<Pick<FormField, 'help' | 'placeholder' | 'showWhen'>>;

/* Short ways to write the fields of properties forms. */

export const toggle = (key: string, label: string, tab: Tab = 'content', more: More = {}) =>
  ({ target: 'properties', key, tab, kind: 'toggle', label, ...more }) as const satisfies FormField;

export const textField = (
  key: string,
  label: string,
  tab: Tab = 'content',
  more: More & { maxLength?: number } = {},
) =>
  ({
    target: 'properties',
    key,
    tab,
    kind: 'text',
    label,
    maxLength: contentLimits.messageLength,
    ...more,
  }) as const satisfies FormField;

export const colorOf = (key: string, label: string, tab: Tab = 'style', more: More = {}) =>
  ({ target: 'properties', key, tab, kind: 'color', label, ...more }) as const satisfies FormField;

export const rangeOf = (
  key: string,
  label: string,
  range: { min: number; max: number; step: number; unit?: string; only?: readonly number[] },
  tab: Tab = 'content',
  more: More = {},
) =>
  ({ target: 'properties', key, tab, kind: 'slider', label, ...range, ...more }) as const satisfies FormField;

export const choiceOf = (
  key: string,
  label: string,
  options: readonly { value: string; label: string }[],
  tab: Tab = 'content',
  more: More = {},
) =>
  ({ target: 'properties', key, tab, kind: 'select', label, options, ...more }) as const satisfies FormField;

export const assetOf = (key: string, label: string, assetType: 'image' | 'video' | 'audio' = 'image') =>
  ({
    target: 'properties',
    key,
    tab: 'content',
    kind: 'asset',
    assetType,
    label,
  }) as const satisfies FormField;

export const when = (key: string, ...values: (string | boolean)[]) => ({
  showWhen: { target: 'properties' as const, key, in: values },
});
