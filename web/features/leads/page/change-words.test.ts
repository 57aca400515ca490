import { describe, expect, it } from 'vitest';
import { defaultLeadSettings } from '#shared/model/lead.ts';
import { linesOf } from './change-words.ts';

const words = {
  settings: {
    ...defaultLeadSettings,
    customFields: [{ key: 'roof', label: 'Roof is new', type: 'boolean' as const, choices: [] }],
  },
  agents: [{ id: 'usr_1', name: 'Grace Hopper', isActive: true }],
};

describe('a change on the timeline', () => {
  it.each([
    [{ field: 'status', before: 'new', after: 'won' }, 'Status: New → Won'],
    [{ field: 'ownerId', before: null, after: 'usr_1' }, 'Owner: Nobody → Grace Hopper'],
    [{ field: 'dealAmount', before: null, after: 1200 }, 'Deal: – → $1,200'],
    [{ field: 'tags', before: [], after: ['hot', 'solar'] }, 'Tags: – → hot, solar'],
    [
      { field: 'phones', before: [], after: [{ number: '+12125550123', label: 'home' }] },
      'Phones: – → (212) 555-0123',
    ],
    [
      { field: 'address', before: { city: 'Rome', state: 'NY' }, after: { city: 'Troy', state: 'NY' } },
      'City: Rome → Troy',
    ],
    [
      {
        field: 'consent',
        before: { sms: { state: 'unknown' }, call: { state: 'given' } },
        after: { sms: { state: 'withdrawn' }, call: { state: 'given' } },
      },
      'Texts: not asked → opted out',
    ],
    [
      {
        field: 'consent',
        before: { call: { state: 'given', how: 'Bought', proof: { evidence: 'a form' } } },
        after: { call: { state: 'given', how: 'Bought', proof: { evidence: 'a certificate' } } },
      },
      'Calls: agreed → agreed, with another proof',
    ],
    [{ field: 'customFields', before: {}, after: { roof: true } }, 'Roof is new: – → Yes'],
    [{ field: 'status', before: 'gone', after: 'new' }, 'Status: gone → New'],
  ])('%j reads %s', (change, text) => {
    expect(linesOf(change, words).map((line) => `${line.label}: ${line.before} → ${line.after}`)).toEqual([
      text,
    ]);
  });
});
