import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { SceneData } from '#shared/scene/env.ts';
import { sampleData } from '#shared/scene/variables.ts';

/** A record that the project is drawn with while it is made. */
export interface ChosenRecord {
  id: string;
  name: string;
  data: SceneData;
}

/** Records that every project can be looked at with: the usual one, and such as break a layout. */
export const builtInRecords: readonly ChosenRecord[] = [
  { id: 'sample', name: 'Jordan Rivera', data: sampleData },
  {
    id: 'long',
    name: 'Very long names',
    data: {
      ...sampleData,
      lead: {
        name: 'Maximiliane Friederike von Hohenstein-Wolkenburg',
        firstName: 'Maximiliane Friederike',
        phone: '5550142368',
        email: 'maximiliane.friederike.von.hohenstein-wolkenburg@example-company.com',
        dealAmount: 1_234_567.89,
      },
      rep: {
        name: 'Bartholomew Featherstonehaugh-Cholmondeley',
        email: 'bartholomew@example.com',
        photo: '',
      },
    },
  },
  {
    id: 'right-to-left',
    name: 'Right-to-left names',
    data: {
      ...sampleData,
      lead: { ...sampleData.lead, name: 'نور الدين الحسيني', firstName: 'نور الدين' },
      rep: { ...sampleData.rep, name: 'דניאל כהן' },
    },
  },
  {
    id: 'sparse',
    name: 'Only a phone number',
    data: { ...sampleData, lead: { phone: '5550142368' }, call: {}, rep: {} },
  },
];

/** What the scene is drawn with: the record over what is known without one. */
export function dataWith(known: SceneData, record: ChosenRecord | undefined): SceneData {
  if (!record) return known;
  // The record's own company stands in both of a company's names.
  const company = record.data.company ?? record.data.tenant;
  return {
    ...known,
    ...record.data,
    ...(company
      ? { company: { ...known.company, ...company }, tenant: { ...known.tenant, ...company } }
      : {}),
    system: { ...record.data.system, ...known.system },
  };
}

/** What a moment of the animations is drawn with: as the preview, the usual sample while no record is chosen. */
export function momentData(known: SceneData, record: ChosenRecord | undefined): SceneData {
  return dataWith(known, record ?? builtInRecords[0]);
}

/** `lead.name` → the text that a form shows. */
export function valueAt(data: SceneData, name: string): string {
  let node: unknown = data;
  for (const step of name.split('.')) {
    if (typeof node !== 'object' || node === null) return '';
    node = (node as Record<string, unknown>)[step];
  }
  return typeof node === 'string' || typeof node === 'number' ? String(node) : '';
}

/** A record's data from the fields of a form; empty ones are left out, so that defaults show. */
export function dataFrom(values: ReadonlyMap<string, string>): Record<string, JsonMap> {
  const data: Record<string, JsonMap> = {};
  for (const [name, value] of values) {
    if (value === '') continue;
    const [source, ...path] = name.split('.');
    const last = path.pop();
    if (!source || !last) continue;
    data[source] ??= {};
    let node = data[source];
    for (const step of path) {
      const next = node[step];
      const map: JsonMap = typeof next === 'object' && next !== null && !Array.isArray(next) ? next : {};
      node[step] = map;
      node = map;
    }
    node[last] = value;
  }
  return data;
}
