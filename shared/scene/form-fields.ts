import { contentLimits } from '#shared/model/content-limits.ts';
import type { FormField } from './element-type.ts';
import { rangeOf } from './form-builders.ts';
import { playerConstants } from './media-time.ts';
import { boxShadowPresets, fontWeights, objectFits, textShadowPresets } from './presets.ts';

const options = (values: readonly string[]) =>
  values.map((value) => ({
    value,
    label: value.charAt(0).toUpperCase() + value.slice(1).replaceAll('-', ' '),
  }));

export const selectOptions = options;

export const textField: FormField = {
  target: 'properties',
  key: 'text',
  tab: 'content',
  kind: 'textarea',
  label: 'Text',
  maxLength: contentLimits.textLength,
  variables: true,
};

/** For texts in a box of their own. */
export const fitTextField: FormField = {
  target: 'styles',
  key: 'fitText',
  tab: 'style',
  kind: 'toggle',
  label: 'Shrink to fit the box',
};

/** Texts in a box whose height somebody may leave to their words. */
export const autoHeightField: FormField = {
  target: 'styles',
  key: 'autoHeight',
  tab: 'style',
  kind: 'toggle',
  label: 'As high as its words',
};

/** Fields of everything that shows text. */
export const typographyFields: readonly FormField[] = [
  { target: 'styles', key: 'fontFamily', tab: 'style', kind: 'font', label: 'Font' },
  {
    target: 'styles',
    key: 'fontSize',
    tab: 'style',
    kind: 'number',
    label: 'Size',
    min: 1,
    max: 2000,
    step: 1,
    unit: 'px',
  },
  {
    target: 'styles',
    key: 'fontWeight',
    tab: 'style',
    kind: 'select',
    label: 'Weight',
    options: fontWeights.map(({ value, label }) => ({ value: String(value), label })),
  },
  {
    target: 'styles',
    key: 'fontStyle',
    tab: 'style',
    kind: 'select',
    label: 'Style',
    options: options(['normal', 'italic']),
  },
  {
    target: 'styles',
    key: 'lineHeight',
    tab: 'style',
    kind: 'slider',
    label: 'Line height',
    min: 1,
    max: 3,
    step: 0.05,
  },
  {
    target: 'styles',
    key: 'letterSpacing',
    tab: 'style',
    kind: 'slider',
    label: 'Letter spacing',
    min: -5,
    max: 40,
    step: 0.5,
    unit: 'px',
  },
  {
    target: 'styles',
    key: 'textTransform',
    tab: 'style',
    kind: 'select',
    label: 'Case',
    options: options(['none', 'uppercase', 'lowercase', 'capitalize']),
  },
  {
    target: 'styles',
    key: 'textDecoration',
    tab: 'style',
    kind: 'select',
    label: 'Decoration',
    options: options(['none', 'underline', 'line-through', 'overline']),
  },
];

export const alignmentFields: readonly FormField[] = [
  {
    target: 'properties',
    key: 'textAlign',
    tab: 'style',
    kind: 'select',
    label: 'Align',
    options: options(['left', 'center', 'right', 'justify']),
  },
  {
    target: 'styles',
    key: 'verticalAlign',
    tab: 'style',
    kind: 'select',
    label: 'Vertical align',
    options: options(['top', 'middle', 'bottom']),
  },
];

export const colorField: FormField = {
  target: 'styles',
  key: 'color',
  tab: 'style',
  kind: 'color',
  label: 'Colour',
};

export const textShadowField: FormField = {
  target: 'styles',
  key: 'textShadow',
  tab: 'effects',
  kind: 'select',
  label: 'Text shadow',
  options: textShadowPresets,
};

export const radiusField: FormField = {
  target: 'styles',
  key: 'borderRadius',
  tab: 'style',
  kind: 'slider',
  label: 'Corner radius',
  min: 0,
  max: 50,
  step: 1,
  unit: 'px',
};

/** Fields of the box around an element. */
export const boxFields: readonly FormField[] = [
  { target: 'styles', key: 'backgroundColor', tab: 'style', kind: 'color', label: 'Background' },
  radiusField,
  {
    target: 'styles',
    key: 'padding',
    tab: 'layout',
    kind: 'slider',
    label: 'Padding',
    min: 0,
    max: 100,
    step: 1,
    unit: 'px',
  },
  {
    target: 'styles',
    key: 'boxShadow',
    tab: 'effects',
    kind: 'select',
    label: 'Box shadow',
    options: boxShadowPresets,
  },
];

/** The style of a panel of words that lays itself out: its padding follows from its font size. */
export const panelFields: readonly FormField[] = [
  { target: 'styles', key: 'fontFamily', tab: 'style', kind: 'font', label: 'Font' },
  {
    target: 'styles',
    key: 'fontSize',
    tab: 'style',
    kind: 'number',
    label: 'Size',
    min: 6,
    max: 80,
    step: 1,
    unit: 'px',
  },
  colorField,
  ...boxFields.filter(({ key }) => key !== 'padding'),
];

export const objectFitField = (target: 'properties' | 'styles'): FormField => ({
  target,
  key: 'objectFit',
  tab: 'layout',
  kind: 'select',
  label: 'Fit',
  options: options(objectFits),
});

const { speeds } = playerConstants;

/** How fast a sound or a video plays. */
export const speedField = rangeOf('playbackRate', 'Speed', {
  min: speeds[0],
  max: speeds.at(-1)!,
  step: 0.25,
  unit: '×',
  only: speeds,
});
