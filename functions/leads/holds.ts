import { z } from 'zod';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { conflict } from '#functions/kernel/errors.ts';

/** That a lead is on legal hold: nobody deletes it and no term erases it until the hold is lifted. */
const Holds = entity('legalHold', {
  fields: z.object({ leadId: z.string(), reason: z.string(), by: z.string(), at: z.string() }),
  key: { partition: [], sort: ['leadId'], casing: 'none' },
});
export type HoldRecord = Stored<typeof Holds>;

export const findHold = (leadId: string): Promise<HoldRecord | undefined> => Holds.find({ leadId });
export const holdWrite = (hold: HoldRecord): object => Holds.put(hold);
export const holdRemoval = (leadId: string): object => Holds.remove({ leadId });

/** Of some leads those that are on legal hold. */
export const leadsOnHold = async (leadIds: readonly string[]): Promise<Set<string>> => {
  if (leadIds.length === 0) return new Set();
  const found = await Holds.findMany([...new Set(leadIds)].map((leadId) => ({ leadId })));
  return new Set(found.map(({ leadId }) => leadId));
};

/** Whether a lead is on legal hold; false of nobody's. */
export const isOnHold = async (leadId: string | null): Promise<boolean> =>
  leadId !== null && (await findHold(leadId)) !== undefined;

const heldBack = (leadId: string): Error =>
  conflict(
    'This lead is on legal hold and cannot be deleted. An admin can lift the hold on the lead’s page.',
    { leadId },
    'on_hold',
  );

/** Lets the transaction that deletes a lead through only while it is not on legal hold. @throws 409 'on_hold' by `commit` */
export const unlessOnHold = (leadId: string): object =>
  Holds.check(
    { leadId },
    { where: ({ leadId: held }, { notExists }) => notExists(held), error: heldBack(leadId) },
  );

/** @throws 409 'on_hold' for a lead that is on legal hold */
export async function assertNotOnHold(leadId: string): Promise<void> {
  if (await isOnHold(leadId)) throw heldBack(leadId);
}
