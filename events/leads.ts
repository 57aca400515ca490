import { z } from 'zod';
import { leadAddress, leadPhone } from '#shared/model/lead.ts';
import { defineEvent } from './define.ts';

const value = z.unknown();
/** `by` is its owner's id, `amount` US dollars. */
const sale = z.object({ at: z.iso.datetime(), by: z.string().nullable(), amount: z.number() });

/** What a lead's life is told by; its timeline is these events, newest first. */
export const leadEvents = {
  'lead.created': defineEvent(
    z.object({
      status: z.string(),
      source: z.string(),
      ownerId: z.string().nullable(),
      importId: z.string().nullable(),
      /** When it counts as made: when its file, its request or its call came. Absent in events of before December 2026. */
      createdAt: z.iso.datetime().optional(),
      /** What it was made with; absent in events of before November 2026. */
      fields: z
        .object({
          firstName: z.string(),
          lastName: z.string(),
          company: z.string(),
          phones: z.array(leadPhone),
          emails: z.array(z.string()),
          address: leadAddress,
          brand: z.string(),
          tags: z.array(z.string()),
          customFields: z.record(z.string(), value),
          score: z.number(),
          dealAmount: z.number().nullable(),
        })
        .optional(),
    }),
    {
      status: 'new',
      source: 'Website',
      ownerId: null,
      importId: null,
      fields: {
        firstName: 'Ann',
        lastName: 'Lee',
        company: '',
        phones: [{ number: '+12125550142', label: 'mobile' }],
        emails: ['ann@example.com'],
        address: { street: '', city: 'New York', state: 'NY', postcode: '10001', country: 'US' },
        brand: '',
        tags: [],
        customFields: {},
        score: 0,
        dealAmount: null,
      },
    },
  ),
  'lead.updated': defineEvent(
    z.object({
      changes: z.array(z.object({ field: z.string(), before: value, after: value })),
      /** How deep in a chain of journeys the change was made; absent where no journey made it. */
      depth: z.number().int().optional(),
    }),
    { changes: [{ field: 'status', before: 'new', after: 'contacted' }] },
  ),
  'lead.assigned': defineEvent(
    z.object({ before: z.string().nullable(), ownerId: z.string().nullable(), how: z.string() }),
    { before: null, ownerId: 'usr_01J8Z3K4M5N6P7Q8R9S0T1V2W3', how: 'assigned' },
  ),
  'lead.deal': defineEvent(z.object({ before: sale.nullable(), after: sale.nullable() }), {
    before: null,
    after: { at: '2026-11-20T15:00:00.000Z', by: 'usr_01J8Z3K4M5N6P7Q8R9S0T1V2W3', amount: 1_200 },
  }),
  'lead.deleted': defineEvent(
    z.object({
      force: z.boolean(),
      /** Of a lead that was taken back with its import: when it was made. Figures count it no more. */
      undoneFrom: z.iso.datetime().optional(),
    }),
    { force: false },
  ),
  'lead.restored': defineEvent(
    z.object({
      /** Of a lead that had gone with its import: when it was made. Figures count it again. */
      undoneFrom: z.iso.datetime().optional(),
    }),
    {},
  ),
  'lead.activity': defineEvent(
    z.object({
      kind: z.string().max(40),
      text: z.string().max(4_000),
      data: z.record(z.string(), z.unknown()).optional(),
    }),
    { kind: 'note', text: 'Asked to be called back on Friday.' },
  ),
};
