import { hook } from '#functions/kernel/hook.ts';
import type { PersonalisedRecord } from '#shared/model/personalised.ts';

/** What the library of rep photos knows of reps, by their addresses in small letters. */
export const facesOfReps = hook<[emails: string[]], ReadonlyMap<string, Record<string, string>>>(
  'facesOfReps',
);

const emailOf = ({ data }: PersonalisedRecord): string | undefined => {
  const email = data.rep?.email;
  return typeof email === 'string' && email.includes('@') ? email.trim().toLowerCase() : undefined;
};

/** Records with the photos and names of the reps whose e-mail they hold; what they say themselves stays. */
export async function withFaces(records: PersonalisedRecord[]): Promise<PersonalisedRecord[]> {
  const emails = [...new Set(records.map(emailOf))].filter((email) => email !== undefined);
  if (emails.length === 0) return records;
  const faces = await facesOfReps.run(emails);
  return records.map((record) => {
    const face = faces.get(emailOf(record) ?? '');
    return face ? { ...record, data: { ...record.data, rep: { ...face, ...record.data.rep } } } : record;
  });
}
