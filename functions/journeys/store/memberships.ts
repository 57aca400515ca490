import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { connection, keys, model, ofTenant } from '#functions/kernel/table.ts';

/**
 * What a journey remembers of a lead, so that it comes in by the rule and never twice at one instant: whoever enrols
 * it writes this again, and of two only one can.
 */
export interface Membership {
  journeyId: string;
  leadId: string;
  /** How often it has come in. */
  times: number;
  /** The enrolments that are not over: several only where the journey lets leads in again at any time. */
  open: string[];
  lastEnteredAt: string;
  version: number;
}

const Memberships = new Entity(
  {
    model: model('journeymembership'),
    attributes: {
      tenantId: { type: 'number', required: true },
      journeyId: { type: 'string', required: true },
      leadId: { type: 'string', required: true },
      times: { type: 'number', required: true },
      open: { type: 'set', items: 'string' },
      lastEnteredAt: { type: 'string', required: true },
      version: { type: 'number', required: true },
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'leadId'] },
        sk: { ...keys.primary.sk, composite: ['journeyId'] },
      },
    },
  },
  connection,
);

export async function findMembership(journeyId: string, leadId: string): Promise<Membership | undefined> {
  const { data } = await Memberships.get({ tenantId: tenantOf(), journeyId, leadId }).go({
    consistent: true,
  });
  if (!data) return undefined;
  const stored = ofTenant<Omit<Membership, 'open'> & { open?: string[] }>(data);
  return { ...stored, open: [...(stored.open ?? [])] };
}

/** The enrolments of a lead that are not over, in all journeys: as they are now, which an index would tell late. */
export async function openEnrolments(leadId: string): Promise<string[]> {
  const { data } = await Memberships.query
    .one({ tenantId: tenantOf(), leadId })
    .go({ pages: 'all', consistent: true });
  return data.flatMap(({ open }) => [...((open as string[] | undefined) ?? [])]);
}

/** Writes what is remembered where nobody has written it since; version 1 is the first. */
export const writeMembership = ({ open, ...membership }: Membership) => {
  const next = { tenantId: tenantOf(), ...membership, ...(open.length > 0 ? { open } : {}) };
  return membership.version === 1
    ? Memberships.create(next).params()
    : Memberships.put(next)
        .where((at, op) => op.eq(at.version, membership.version - 1))
        .params();
};

/** Notes that an enrolment is over; noted again, nothing changes. */
export const closeMembership = (journeyId: string, leadId: string, enrolmentId: string) =>
  Memberships.update({ tenantId: tenantOf(), journeyId, leadId })
    .delete({ open: [enrolmentId] })
    .add({ version: 1 })
    .params();

export const deleteMembership = (journeyId: string, leadId: string) =>
  Memberships.remove({ tenantId: tenantOf(), journeyId, leadId }).params();
