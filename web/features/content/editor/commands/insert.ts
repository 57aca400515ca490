import { editorConstants } from '#shared/model/editor-constants.ts';
import { elementTypes } from '#shared/scene/registry.ts';
import type { Command } from './command.ts';

/** Digits 1 to 8, in the specification's order; a type that this release does not have leaves its digit free. */
const digitTypes = [
  'text',
  'image',
  'video',
  'pie_chart',
  'matrix_rain',
  'floating_hearts',
  'raining_money',
  'solar_flare',
];

export const inserts: Command[] = elementTypes.map(({ type, label, description }) => {
  const digit = digitTypes.indexOf(type) + 1;
  return {
    name: `insert-${type}`,
    label: `Add ${label.toLowerCase()}`,
    group: 'Insert',
    keywords: description,
    shortcuts: digit > 0 ? [`Digit${digit}`] : [],
    run: ({ creator }) => void creator.create(type, editorConstants.digitDrop),
  };
});

/** What the floating quick menu offers, with keys 1 to 9: the digits' types first, then the others. */
export const quickTypes: readonly string[] = [
  ...digitTypes.filter((type) => elementTypes.some((known) => known.type === type)),
  ...elementTypes.map(({ type }) => type).filter((type) => !digitTypes.includes(type)),
].slice(0, 9);
