import * as z from 'zod';
import { fieldKey } from './lead.ts';

/** Fields a filter may name; a tenant's own are `custom.<key>`. */
export const filterFields = [
  'status',
  'ownerId',
  'brand',
  'source',
  'tags',
  'state',
  'postcode',
  'firstName',
  'lastName',
  'company',
  'phone',
  'email',
  'score',
  'dealAmount',
  'createdAt',
  'updatedAt',
  'lastContactedAt',
  'importId',
] as const;
export type FilterField = (typeof filterFields)[number];

/** `in` holds where the value is one of the list; `between` takes [from, to], both included. */
export const filterOperators = [
  'is',
  'isNot',
  'in',
  'notIn',
  'startsWith',
  'contains',
  'atLeast',
  'atMost',
  'between',
  'isEmpty',
  'isNotEmpty',
] as const;

const scalar = z.union([z.string().max(500), z.number(), z.boolean(), z.null()]);

export const condition = z.strictObject({
  field: z.union([
    z.enum(filterFields),
    z
      .string()
      .regex(/^custom\./)
      .refine((name) => fieldKey.safeParse(name.slice(7)).success, 'There is no such field.'),
  ]),
  op: z.enum(filterOperators),
  value: z.union([scalar, z.array(scalar).max(100)]).optional(),
});
export type Condition = z.output<typeof condition>;

export type LeadFilter = Condition | { all: LeadFilter[] } | { any: LeadFilter[] };

/** And is `all`, or is `any`; they nest. An empty `all` holds for every lead. */
export const leadFilter: z.ZodType<LeadFilter> = z.lazy(() =>
  z.union([
    condition,
    z.strictObject({ all: z.array(leadFilter).max(20) }),
    z.strictObject({ any: z.array(leadFilter).min(1).max(20) }),
  ]),
);

/** How deep filters nest and how many conditions they hold together. */
export const filterLimits = { depth: 4, conditions: 40 } as const;

const sortFields = ['createdAt', 'updatedAt', 'lastName', 'score', 'dealAmount'] as const;
export const leadSort = z.strictObject({
  field: z.enum(sortFields).default('createdAt'),
  direction: z.enum(['asc', 'desc']).default('desc'),
});
export type LeadSort = z.output<typeof leadSort>;
