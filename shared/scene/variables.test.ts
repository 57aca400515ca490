import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Variable } from '#shared/model/content.ts';
import { variable } from '#shared/model/content.ts';
import {
  fieldsIn,
  formatPhone,
  formatValue,
  resolveText,
  sampleData,
  systemData,
  systemVariables,
  variableToken,
} from './variables.ts';

const env = { data: sampleData };

describe('merge fields', () => {
  it('are filled in with single and double braces', () => {
    expect(resolveText('Hi {lead.name}, {{ lead.firstName }}!', env)).toBe('Hi Jordan Rivera, Jordan!');
    expect(resolveText(variableToken('rep.name'), env)).toBe('Sam Whitfield');
  });

  it('leave other braces alone', () => {
    const text = 'body { color: red } {name} {foo.bar} {} {{lead.name}';
    expect(resolveText(text, env)).toBe('body { color: red } {name} {foo.bar} {} {Jordan Rivera');
  });

  it('leave out or mark what is missing', () => {
    expect(resolveText('a{lead.nope}b', env)).toBe('ab');
    expect(resolveText('a{lead.nope}b', { ...env, markMissing: true })).toBe('a[lead.nope]b');
  });

  it('fall back to the variable’s default', () => {
    const own: Variable = { ...systemVariables[0]!, id: 'v', name: 'lead.town', defaultValue: 'your town' };
    const variables = [own];
    expect(resolveText('{lead.town}', { ...env, variables })).toBe('your town');
    expect(resolveText('{lead.town}', { data: { lead: { town: 'Oslo' } }, variables })).toBe('Oslo');
  });

  it('take company and tenant for one another', () => {
    expect(resolveText('{company.name}', { data: { tenant: { name: 'Acme' } } })).toBe('Acme');
    expect(resolveText('{tenant.name}', { data: { company: { name: 'Acme' } } })).toBe('Acme');
  });

  it('never look into a value for further fields, nor into the prototype', () => {
    expect(resolveText('{lead.name}', { data: { lead: { name: '{rep.email}' } } })).toBe('{rep.email}');
    expect(resolveText('{lead.constructor.name}{lead.__proto__.x}', env)).toBe('');
  });

  it('keep a script as the text it is', () => {
    const script = '<script>alert("{lead.name}")</script>';
    expect(resolveText(script, { data: { lead: { name: '<b>' } } })).toBe('<script>alert("<b>")</script>');
  });

  it('return text without fields as it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(fieldsIn(text).length === 0);
        expect(resolveText(text, env)).toBe(text);
      }),
    );
  });
});

describe('formats by name', () => {
  it.each([
    ['lead.phone', '5550142368', '(555) 014-2368'],
    ['lead.phone', '+15550142368', '(555) 014-2368'],
    ['lead.phone', '+44 20 7946 0000', '+44 20 7946 0000'],
    ['lead.phoneModel', 'Nokia 3310', 'Nokia 3310'],
    ['lead.dealAmount', 12500, '$12,500'],
    ['lead.dealAmount', '12500.5', '$12,500.50'],
    ['lead.dealAmount', '99.5', '$99.50'],
    ['lead.price', 'on request', 'on request'],
    ['lead.currency', 0, '$0'],
    ['call.duration', 185, '185'],
    ['lead.birthDate', '1990-02-03', 'Feb 3, 1990'],
    ['system.date', '2026-01-15T15:30:00Z', 'Jan 15, 2026'],
    ['system.time', '2026-01-15T15:30:00Z', '3:30 PM'],
    ['lead.dateTime', 1768491000000, 'Jan 15, 2026, 3:30 PM'],
    ['lead.candidate', 'Jordan', 'Jordan'],
    ['lead.updated', true, 'true'],
    ['system.date', 'tomorrow', 'tomorrow'],
  ])('show %s of %s as %s', (name, value, expected) => {
    expect(formatValue(name, value)).toBe(expected);
  });

  it('see moments in the zone of the data, and survive a zone that does not exist', () => {
    const at = new Date('2026-01-16T03:30:00Z');
    const shown = (zone: string) =>
      resolveText('{system.date} {system.time}', { data: { system: systemData(at, zone) } });
    expect(shown('America/New_York')).toBe('Jan 15, 2026 10:30 PM');
    expect(shown('Mars/Olympus')).toBe('Jan 16, 2026 3:30 AM');
  });

  it('leave what is no phone number', () => {
    expect(formatPhone('555-0142')).toBe('555-0142');
    expect(formatPhone('(555) 014 2368')).toBe('(555) 014-2368');
  });
});

describe('system variables', () => {
  it('are valid, named once, and hold those of the specification', () => {
    const names = systemVariables.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const entry of systemVariables) expect(variable.safeParse(entry).error?.issues).toBeUndefined();
    for (const name of [
      'lead.name',
      'lead.phone',
      'lead.email',
      'call.status',
      'call.duration',
      'company.name',
    ]) {
      expect(names).toContain(name);
    }
  });
});
