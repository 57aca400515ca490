import { describe, expect, it } from 'vitest';
import { defaultLeadSettings } from '#shared/model/lead.ts';
import { draftOf, freeColor, keyFor, moved, nextRow, settingsOf } from './drafts.ts';

const draft = () => draftOf(defaultLeadSettings);
const field = (label: string, choices: string[] = []) => ({
  key: '',
  label,
  type: choices.length > 0 ? ('choice' as const) : ('text' as const),
  choices,
  row: nextRow(),
  isNew: true,
});

describe('the key of a new status or field', () => {
  it.each([
    ['Call back!', 'call_back'],
    ['  2nd try', 'nd_try'],
    ['Réservé', 'reserve'],
    ['名前', 'field'],
    ['New', 'new_2'],
  ])('%s: %s', (label, key) => {
    expect(keyFor(label, ['new'])).toBe(key);
  });
});

describe('the settings of a form', () => {
  it('go out as they came in, their order that of the rows', () => {
    expect(settingsOf(draft(), 0)).toEqual({ settings: defaultLeadSettings });
    const turned = { ...draft(), statuses: moved(draft().statuses, 1, -1) };
    const result = settingsOf(turned, 3);
    expect(
      'settings' in result && result.settings.statuses.map(({ key, order }) => [key, order]).slice(0, 2),
    ).toEqual([
      ['contacted', 0],
      ['new', 1],
    ]);
  });

  it('give two new fields of one name two keys', () => {
    const result = settingsOf({ ...draft(), customFields: [field('Roof'), field('Roof')] }, 0);
    expect('settings' in result && result.settings.customFields.map(({ key }) => key)).toEqual([
      'roof',
      'roof_2',
    ]);
  });

  it.each([
    [{ customFields: [field(' ')] }, 'Every custom field needs a name.'],
    [{ customFields: [{ ...field('Plan'), type: 'choice' as const }] }, 'Plan needs at least one choice.'],
    [{ statuses: [] }, 'At least one status is open: new leads begin there.'],
  ])('say what is wrong', (part, problem) => {
    expect(settingsOf({ ...draft(), ...part }, 0)).toEqual({ problem });
  });
});

it('draws a new status in a colour that no other has', () => {
  const statuses: { color: string }[] = defaultLeadSettings.statuses.map(({ color }) => ({ color }));
  for (let more = 0; more < 6; more++) {
    const color = freeColor(statuses);
    expect(statuses.map((status) => status.color)).not.toContain(color);
    statuses.push({ color });
  }
  expect(freeColor(Array.from({ length: 40 }, () => ({ color: freeColor(statuses) })))).toMatch(
    /^#[0-9a-f]{6}$/,
  );
});
