import { resumeLead } from '#functions/journeys/api.ts';
import type { EndpointEvent } from '#functions/webhookEndpoints/api.ts';
import { forgetResume, resumeTagsOf } from './resume-store.ts';

/** Lets a lead's journeys go on that a webhook paused until it gets a tag. */
export async function resumeOnTags({ type, entityId: leadId, data }: EndpointEvent): Promise<void> {
  if (type !== 'lead.updated') return;
  const changes = (data.changes ?? []) as { field: string; before: unknown; after: unknown }[];
  const { before, after } = changes.find(({ field }) => field === 'tags') ?? {};
  if (!Array.isArray(after)) return;
  // One that it had already does not count: the webhook's own tag comes beside it.
  const had = Array.isArray(before) ? before : [];
  const tags = (await resumeTagsOf(leadId)).filter((tag) => after.includes(tag) && !had.includes(tag));
  if (tags.length === 0) return;
  await resumeLead(leadId, `Tagged ${tags.join(', ')}`);
  await forgetResume(leadId, tags);
}
