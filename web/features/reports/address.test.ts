import { describe, expect, it } from 'vitest';
import { readFilters } from '#web/ui/resource/address-filters.ts';
import { addressOfTemplate, customOf, filtersOf, reportFilters, shownRowsOf, templateOf } from './address.ts';

describe('the address of a report', () => {
  it('becomes a template and back', () => {
    const own = {
      report: 'custom' as const,
      parameters: {
        period: { from: '2026-06-01', to: '2026-06-07' },
        compare: true,
        custom: {
          source: 'leads' as const,
          fields: ['leadsCreated' as const],
          groupBy: ['state', 'day'],
          filter: [{ field: 'source', op: 'notIn' as const, values: ['a,b&c', ''] }],
        },
      },
      columns: [],
    };
    const address = new URL(addressOfTemplate(own), 'https://dealbell.example');
    expect(address.pathname).toBe('/reports/custom');
    expect(templateOf('custom', readFilters(reportFilters, address.searchParams))).toEqual(own);
    const pivot = { ...own, parameters: { ...own.parameters, pivot: { figure: 'leadsCreated' } } };
    const asPivot = readFilters(
      reportFilters,
      new URL(addressOfTemplate(pivot), 'https://dealbell.example').searchParams,
    );
    expect([asPivot.view, asPivot.figure]).toEqual(['pivot', 'leadsCreated']);
    expect(templateOf('custom', asPivot)).toEqual(pivot);
    // Of one grouping there is no table of one by the other, whatever stands in the address.
    expect(templateOf('custom', { ...asPivot, by: 'day' }).parameters).not.toHaveProperty('pivot');
    const named = {
      report: 'calls' as const,
      parameters: { period: 'lastWeek' as const, compare: false, groupBy: 'agent' as const },
      columns: ['talkSeconds', 'calls'],
    };
    const other = new URL(addressOfTemplate(named), 'https://dealbell.example');
    expect(templateOf('calls', readFilters(reportFilters, other.searchParams))).toEqual(named);
  });

  it('keeps how many rows are shown and how they are sorted', () => {
    const top = {
      report: 'custom' as const,
      parameters: {
        period: 'lastWeek' as const,
        compare: false,
        custom: {
          source: 'calls' as const,
          fields: ['calls' as const, 'answerRate' as const],
          groupBy: ['agent'],
          filter: [],
          sort: { field: 'answerRate', direction: 'asc' as const },
          top: 10,
        },
      },
      columns: [],
    };
    const read = (template: Parameters<typeof addressOfTemplate>[0]) =>
      readFilters(
        reportFilters,
        new URL(addressOfTemplate(template), 'https://dealbell.example').searchParams,
      );
    const address = read(top);
    expect(templateOf('custom', address)).toEqual(top);
    expect(customOf(address)).toEqual(top.parameters.custom);
    // Sorted by a name, the first rows are still those of the first figure; times have no first rows.
    expect(customOf({ ...address, sort: 'agent' }).sort).toEqual({ field: 'calls', direction: 'desc' });
    for (const other of [{ by: 'day' }, { by: 'agent,day' }, { top: '0' }, { top: 'x' }, { top: '101' }])
      expect(customOf({ ...address, ...other })).not.toHaveProperty('top');
    // All rows are sorted by the page, and by the file that is made of the template.
    expect(customOf({ ...address, top: '' })).not.toHaveProperty('sort');
    expect(templateOf('custom', { ...address, top: '' }).parameters.custom?.sort).toEqual(
      top.parameters.custom.sort,
    );
  });

  it('leaves out what is nonsense', () => {
    expect(filtersOf('{"x":1}')).toEqual([]);
    const read = readFilters(
      reportFilters,
      new URLSearchParams('of=calls&by=brand,day&figures=entered&period=x'),
    );
    expect(customOf(read)).toMatchObject({ groupBy: ['day'], filter: [] });
    expect(customOf(read).fields[0]).toBe('calls');
  });

  it('keeps the figure whose rows are open, and nothing that is none', () => {
    const rows = { measure: 'calls', groups: [['2026-06-01', '09']] };
    const read = (text: string) =>
      shownRowsOf(readFilters(reportFilters, new URLSearchParams({ rows: text })).rows);
    expect(read(JSON.stringify(rows))).toEqual(rows);
    expect(
      ['', 'calls', '{"measure":"x","groups":[]}', '{"measure":"calls","groups":[[1]]}'].map(read),
    ).toEqual([undefined, undefined, undefined, undefined]);
  });
});
