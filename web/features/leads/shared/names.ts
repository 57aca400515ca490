import { defaultLeadSettings, type LeadStatus } from '#shared/model/lead.ts';

export interface Person {
  id: string;
  name: string;
  isActive: boolean;
}

/** The name of a user as far as the caller may know it; parts of the system say theirs in words. */
export function personName(people: readonly Person[], id: string | null | undefined): string {
  if (!id) return 'Nobody';
  const found = people.find((person) => person.id === id);
  if (found) return found.name;
  return id.startsWith('usr_') ? 'Another user' : id;
}

/** A status by its key; one that has been taken away still shows as what it was called. */
export const statusOf = (statuses: readonly LeadStatus[], key: string): LeadStatus =>
  statuses.find((status) => status.key === key) ?? {
    key,
    label: key,
    color: defaultLeadSettings.statuses.at(-1)!.color,
    order: 1_000,
    kind: 'open',
  };
