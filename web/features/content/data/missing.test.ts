import { describe, expect, it } from 'vitest';
import type { Variable } from '#shared/model/content.ts';
import { newElement } from '#shared/scene/registry.ts';
import { sampleData } from '#shared/scene/variables.ts';
import { fieldsOf, missingOf, unfilledIn } from './missing.ts';
import { builtInRecords, dataFrom, dataWith, valueAt } from './records.ts';

const text = (id: string, words: string) => {
  const element = newElement('text', { id, x: 0, y: 0, layerOrder: 0 });
  return { ...element, properties: { ...element.properties, text: words } };
};
const withDefault: Variable = {
  id: 'var_1',
  name: 'lead.nickname',
  displayName: 'Nickname',
  description: '',
  category: 'Lead',
  dataSource: 'lead',
  dataType: 'text',
  defaultValue: 'friend',
  isSystemVariable: false,
  isRequired: false,
};

describe('variables that a record does not fill', () => {
  it('are found in every text of an element, lists too', () => {
    const element = newElement('accordion', { id: 'a', x: 0, y: 0, layerOrder: 0 });
    const filled = {
      ...element,
      properties: { items: [{ title: 'Of {lead.name}', body: '{{ rep.email }}' }] },
    };
    expect(fieldsOf(filled)).toEqual(['lead.name', 'rep.email']);
    expect(fieldsOf(text('b', 'plain {not a field}'))).toEqual([]);
  });

  it('are not looked for in what an element does not use as it is set', () => {
    const weather = newElement('weather', { id: 'a', x: 0, y: 0, layerOrder: 0 });
    expect(fieldsOf(weather)).toContain('external.weather.temperature');
    expect(fieldsOf({ ...weather, properties: { ...weather.properties, source: 'miami' } })).toEqual([]);
  });

  it('tell what is shown instead', () => {
    const element = text('a', 'Hi {lead.nickname}, {lead.name} of {company.name}');
    expect(missingOf(element, sampleData, [withDefault])).toEqual([
      { name: 'lead.nickname', shown: 'friend' },
    ]);
    expect(missingOf(element, { tenant: { name: 'Ours' } }, [])).toEqual([
      { name: 'lead.nickname', shown: '' },
      { name: 'lead.name', shown: '' },
    ]);
  });

  it('are listed with the elements that name them, those that show nothing first; hidden elements do not count', () => {
    const elements = [
      text('a', '{lead.nickname}'),
      text('b', '{lead.name}'),
      text('c', '{lead.name} {company.name}'),
      { ...text('d', '{rep.name}'), isVisible: false },
    ];
    expect(unfilledIn(elements, { company: { name: 'Ours' } }, [withDefault])).toEqual([
      { name: 'lead.name', shown: '', elementIds: ['b', 'c'] },
      { name: 'lead.nickname', shown: 'friend', elementIds: ['a'] },
    ]);
  });
});

describe('sample records', () => {
  it('go over what is known without one, the clock excepted', () => {
    const known = { company: { name: 'Ours' }, tenant: { name: 'Ours' }, system: { date: 'now' } };
    const data = dataWith(known, builtInRecords[0]);
    expect(data.lead).toEqual(sampleData.lead);
    expect(data.company).toEqual({ name: 'Brightside Solar' });
    expect(data.system).toMatchObject({ date: 'now' });
    expect(dataWith(known, undefined)).toBe(known);
  });

  it('come from the fields of a form and go back into it', () => {
    const values = new Map([
      ['lead.name', 'Ada'],
      ['lead.address.city', 'London'],
      ['lead.email', ''],
      ['rep.name', 'Sam'],
    ]);
    const data = dataFrom(values);
    expect(data).toEqual({ lead: { name: 'Ada', address: { city: 'London' } }, rep: { name: 'Sam' } });
    expect(valueAt(data, 'lead.address.city')).toBe('London');
    expect(valueAt(data, 'lead.email')).toBe('');
  });
});
