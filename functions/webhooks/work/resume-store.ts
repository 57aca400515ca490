import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { connection, keys, model } from '#functions/kernel/table.ts';

/** Leads that a webhook paused, and the tag that has their journeys go on. */
const Resumes = new Entity(
  {
    model: model('webhookResume'),
    attributes: {
      tenantId: { type: 'number', required: true },
      leadId: { type: 'string', required: true },
      tag: { type: 'string', required: true },
    },
    indexes: {
      ofLead: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'leadId'] },
        sk: { ...keys.primary.sk, composite: ['tag'] },
      },
    },
  },
  connection,
);

export async function resumeWithTag(leadId: string, tag: string): Promise<void> {
  await Resumes.put({ tenantId: tenantOf(), leadId, tag }).go();
}

/** The tags that a lead's journeys wait for. */
export async function resumeTagsOf(leadId: string): Promise<string[]> {
  const { data } = await Resumes.query
    .ofLead({ tenantId: tenantOf(), leadId })
    .go({ pages: 'all', consistent: true });
  return data.map(({ tag }) => tag);
}

export async function forgetResume(leadId: string, tags: readonly string[]): Promise<void> {
  if (tags.length > 0) await Resumes.delete(tags.map((tag) => ({ tenantId: tenantOf(), leadId, tag }))).go();
}
