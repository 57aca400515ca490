import { z } from 'zod';
import { entity, ifThere, ifVersion, type Stored } from '#functions/kernel/entity.ts';

/**
 * What a journey remembers of a lead, so that it comes in by the rule and never twice at one instant: whoever enrols
 * it writes this again, and of two only one can.
 */
const Memberships = entity('journeymembership', {
  fields: z.object({
    journeyId: z.string(),
    leadId: z.string(),
    /** How often it has come in. */
    times: z.number(),
    /** The enrolments that are not over: several only where the journey lets leads in again at any time. */
    open: z.array(z.string()).optional(),
    lastEnteredAt: z.string(),
    version: z.number(),
  }),
  key: { partition: ['leadId'], sort: ['journeyId'] },
  sets: ['open'],
});
export type Membership = Stored<typeof Memberships> & { open: string[] };

export async function findMembership(journeyId: string, leadId: string): Promise<Membership | undefined> {
  const stored = await Memberships.find({ journeyId, leadId });
  return stored && { ...stored, open: stored.open ?? [] };
}

/** The enrolments of a lead that are not over, in all journeys: as they are now, which an index would tell late. */
export async function openEnrolments(leadId: string): Promise<string[]> {
  return (await Memberships.all('key', { leadId })).flatMap(({ open = [] }) => open);
}

/** Writes what is remembered where nobody has written it since; version 1 is the first. */
export const writeMembership = ({ open, ...membership }: Membership) => {
  const next = { ...membership, ...(open.length > 0 ? { open } : {}) };
  const { version } = membership;
  return version === 1 ? Memberships.insert(next) : Memberships.put(next, ifVersion(version - 1));
};

/** Notes that an enrolment is over; noted again, nothing changes. */
export const closeMembership = (journeyId: string, leadId: string, enrolmentId: string) =>
  Memberships.update({ journeyId, leadId })
    .delete({ open: [enrolmentId] })
    .add({ version: 1 })
    .params();

export const deleteMembership = (journeyId: string, leadId: string) =>
  Memberships.remove({ journeyId, leadId }, ifThere());
