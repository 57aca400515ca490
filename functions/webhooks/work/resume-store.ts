import { z } from 'zod';
import { entity } from '#functions/kernel/entity.ts';
import { writeOne } from '#functions/kernel/table.ts';

/** Leads that a webhook paused, and the tag that has their journeys go on. */
const Resumes = entity('webhookResume', {
  fields: z.object({ leadId: z.string(), tag: z.string() }),
  key: { partition: ['leadId'], sort: ['tag'] },
});

export const resumeWithTag = (leadId: string, tag: string): Promise<void> =>
  writeOne(Resumes.put({ leadId, tag }));

/** The tags that a lead's journeys wait for. */
export async function resumeTagsOf(leadId: string): Promise<string[]> {
  return (await Resumes.all('key', { leadId })).map(({ tag }) => tag);
}

export const forgetResume = (leadId: string, tags: readonly string[]): Promise<void> =>
  Resumes.removeEvery(tags.map((tag) => ({ leadId, tag })));
