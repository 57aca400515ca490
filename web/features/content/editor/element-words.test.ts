import { expect, it } from 'vitest';
import type { JsonMap } from '#shared/model/bounded-map.ts';
import { newElement } from '#shared/scene/registry.ts';
import { isFoundBy } from './element-words.ts';

const element = (type: string, properties: JsonMap = {}) => {
  const made = newElement(type, { id: 'elm_1', x: 0, y: 0, layerOrder: 0 });
  return { ...made, properties: { ...made.properties, ...properties } };
};

it.each<[string, JsonMap, string]>([
  ['pie_chart', {}, 'pie'],
  ['shape', {}, 'shape'],
  ['button', { text: 'Call us now' }, 'call us'],
  ['text', { text: `${'x'.repeat(100)} the end` }, 'the end'],
  ['bar_chart', { data: [{ label: 'Quarter four', value: 3 }] }, 'quarter four'],
  ['contact_form', { fields: [{ id: 'a', type: 'text', label: 'Roof type', required: false }] }, 'roof type'],
])('a %s with %j is found by "%s"', (type, properties, needle) => {
  expect(isFoundBy(element(type, properties), needle)).toBe(true);
});

it('what nobody typed finds nothing', () => {
  expect(isFoundBy(element('image', { objectFit: 'contain' }), 'contain')).toBe(false);
  expect(isFoundBy(element('text', { text: 'Hello' }), 'goodbye')).toBe(false);
});
