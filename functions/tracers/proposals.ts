import { deterministicId } from '#functions/kernel/ids.ts';
import type { LeadRecord } from '#functions/leads/api.ts';
import { leadLimits } from '#shared/model/lead.ts';
import type { Proposal, ProposalField, TracedPerson } from '#shared/model/tracer.ts';

/** A proposal with what is written when it is accepted. */
export interface Proposed extends Proposal {
  written: unknown;
}

const labels = { mobile: 'mobile', landline: 'home', voip: 'other', unknown: 'other' } as const;

const isPlaced = ({ street, city, state, postcode }: LeadRecord['address']): boolean =>
  [street, city, state, postcode].some((part) => part !== '');

/** Whether a field of a lead is empty. A lead without a number may be given several, and so with mails. */
export const isEmpty = (field: ProposalField, lead: LeadRecord): boolean =>
  ({
    firstName: lead.firstName === '',
    lastName: lead.lastName === '',
    phone: lead.phones.length === 0,
    email: lead.emails.length === 0,
    address: !isPlaced(lead.address),
  })[field];

/** Values for the fields of a lead that are empty, by what is known of a person; a dead person is nobody's lead. */
export function proposalsFor(lead: LeadRecord, match: TracedPerson | undefined): Proposed[] {
  if (!match || match.isDeceased) return [];
  const { confidence, name } = match;
  const propose = (field: ProposalField, value: string, written: unknown): Proposed[] =>
    value === '' || !isEmpty(field, lead)
      ? []
      : [
          {
            id: deterministicId('tpr', lead.id, field, value),
            field,
            value,
            person: name,
            confidence,
            written,
          },
        ];
  const dialled = match.phones.filter(({ isConnected }) => isConnected !== false);
  const [address] = match.addresses;
  const placed = address && {
    street: address.street,
    city: address.city,
    state: address.state,
    postcode: address.postcode,
    country: 'US',
  };
  const line = address ? [address.street, address.city, `${address.state} ${address.postcode}`.trim()] : [];
  return [
    ...propose('firstName', match.firstName, match.firstName),
    ...propose('lastName', match.lastName, match.lastName),
    ...dialled
      .slice(0, leadLimits.phones)
      .flatMap(({ number, type }) => propose('phone', number, { number, label: labels[type] })),
    ...match.emails.slice(0, leadLimits.emails).flatMap((email) => propose('email', email, email)),
    ...propose('address', line.filter(Boolean).join(', '), placed),
  ];
}

/** The proposal as it is answered. */
export const shown = ({ written: _, ...proposal }: Proposed): Proposal => proposal;
