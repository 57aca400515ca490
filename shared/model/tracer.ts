import * as z from 'zod';
import { normalizeState } from './compliance/places.ts';
import { leadLimits, phoneInput } from './lead.ts';

/** Bounds of skip tracing. */
export const tracerLimits = {
  /** Persons of one answer that are kept. */
  matches: 10,
  /** Phones, mails, addresses and relatives of each that are kept. */
  each: 10,
  /** Leads of one bulk call. */
  leads: 1_000,
  /** The highest monthly limit that an operator may set. */
  monthly: 100_000,
  /** Days for which an answer is given again without asking. */
  cacheDays: 30,
  /** Years for which it is kept who searched for whom, and for what purpose. */
  historyYears: 5,
  /** Hours in which a search whose answer was lost is sent again only by `again`. */
  lostHours: 24,
} as const;

/**
 * What a search of this kind may be for: financial institutions' data by the Gramm-Leach-Bliley Act (15 USC 6802(e)),
 * motor vehicle records by the Driver's Privacy Protection Act (18 USC 2721(b)). Marketing is in neither list.
 */
export const purposes = {
  consent: { label: 'The person has agreed to it', law: '15 USC 6802(e)(2); 18 USC 2721(b)(13)' },
  transaction: {
    label: 'A transaction that the person has asked for',
    law: '15 USC 6802(e)(1); 18 USC 2721(b)(3)',
  },
  verification: {
    label: 'To check and correct what the person has told us',
    law: '15 USC 6802(e)(1); 18 USC 2721(b)(3)',
  },
  fraud: { label: 'To prevent fraud', law: '15 USC 6802(e)(3)(B); 18 USC 2721(b)(3)(B)' },
  debt: {
    label: 'To recover a debt of the person',
    law: '15 USC 6802(e)(3)(D); 18 USC 2721(b)(3)(B)',
  },
  legal: { label: 'Legal proceedings', law: '15 USC 6802(e)(8); 18 USC 2721(b)(4)' },
} as const;
export type Purpose = keyof typeof purposes;
export const purpose = z
  .enum(Object.keys(purposes) as [Purpose, ...Purpose[]], { error: 'Please say what the search is for.' })
  .describe('what the search is for, by the GLBA and the DPPA; kept with it');

const text = (max: number) => z.string().trim().max(max, `At most ${max} characters.`).default('');

/** Who is looked for. */
export const personFields = z.strictObject({
  firstName: text(leadLimits.name),
  lastName: text(leadLimits.name),
  address: text(leadLimits.text).describe('street and house number'),
  city: text(100),
  state: text(50),
  postcode: text(20),
  email: z
    .union([z.literal(''), z.email('Please enter a valid e-mail address.').max(254).toLowerCase()])
    .default(''),
});
export type PersonQuery = z.output<typeof personFields>;

/** What is wrong with a person to look for; undefined where it is enough for the provider. */
export function personProblem(person: PersonQuery): { field: keyof PersonQuery; text: string } | undefined {
  const { lastName, address, city, state, postcode, email } = person;
  if (state && !normalizeState(state))
    return { field: 'state', text: 'Please enter a state of the United States by its name or two letters.' };
  const isPlaced = city !== '' || state !== '' || postcode !== '';
  if (email || (lastName && isPlaced) || (address && isPlaced)) return undefined;
  return {
    field: 'lastName',
    text: 'Please give an e-mail address, or a last name or street together with a city, state or postcode.',
  };
}

export const phoneQuery = z.strictObject({ phone: phoneInput });

export const tracedPhone = z.object({
  number: z.string().describe('E.164'),
  type: z.enum(['mobile', 'landline', 'voip', 'unknown']),
  isConnected: z.boolean().nullable(),
  lastSeen: z.string().nullable().describe('as the provider writes it'),
});
export const tracedAddress = z.object({
  street: z.string(),
  city: z.string(),
  state: z.string(),
  postcode: z.string(),
  lastSeen: z.string().nullable(),
});
export const tracedPerson = z.object({
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  age: z.number().int().nullable(),
  isDeceased: z.boolean(),
  phones: z.array(tracedPhone),
  emails: z.array(z.string()),
  addresses: z.array(tracedAddress),
  relatives: z.array(z.object({ name: z.string(), relation: z.string() })),
  confidence: z
    .number()
    .int()
    .min(0)
    .max(100)
    .describe('how much of what was asked is true of them, in per cent'),
});
export type TracedPerson = z.output<typeof tracedPerson>;

/** Whether the provider asks money for a request. `maybe`: its answer was lost on the way. */
export const billings = ['yes', 'no', 'maybe'] as const;
export type Billed = (typeof billings)[number];

/**
 * - asked: it is on its way
 * - found, nothing: the provider has answered
 * - refused: the provider does not take it; it is not billed
 * - lost: it was sent, and what came back is unknown: it may have been billed
 * - unsent: the provider could not be reached
 */
export const searchStates = ['asked', 'found', 'nothing', 'refused', 'lost', 'unsent'] as const;
export type SearchState = (typeof searchStates)[number];

export const searchRecord = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(['phone', 'person']),
  query: z.record(z.string(), z.string()).describe('what was looked for'),
  purpose,
  leadId: z.string().nullable(),
  enrichmentId: z.string().nullable().describe('of those that a bulk enrichment made'),
  userId: z.string(),
  username: z.string(),
  state: z.enum(searchStates),
  billed: z.enum(billings),
  cached: z.boolean(),
  cost: z.number().nullable().describe('US dollars; null while no price is set'),
  matches: z.number().int(),
  error: z.string().nullable(),
  sandbox: z.boolean(),
});
export type SearchRecord = z.output<typeof searchRecord>;

export const proposalFields = ['firstName', 'lastName', 'phone', 'email', 'address'] as const;
export type ProposalField = (typeof proposalFields)[number];

/** A value for a field of a lead that is empty. */
export const proposal = z.object({
  id: z.string(),
  field: z.enum(proposalFields),
  value: z.string().describe('as it is shown'),
  person: z.string().describe('whose it is'),
  confidence: z.number().int(),
});
export type Proposal = z.output<typeof proposal>;

/** Proposals of a match below this are not written by `apply`: somebody has to look at them. */
export const applyConfidence = 80;

export const tracerProviders = {
  tracers: { label: 'Tracers', url: 'https://api.galaxysearchapi.com' },
  enformion: { label: 'Enformion', url: 'https://devapi.enformion.com' },
} as const;
export type TracerProvider = keyof typeof tracerProviders;
