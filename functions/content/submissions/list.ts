import { pagination } from '#functions/kernel/paging.ts';
import { projectOr404 } from '../projects/read.ts';
import { pageOfSubmissions, submissionIdsOf } from './store.ts';

/** What visitors sent by a project's forms, newest first. @throws 404 */
export async function listSubmissions(projectId: string, page: number, limit: number) {
  await projectOr404(projectId);
  const [found, ids] = await Promise.all([
    pageOfSubmissions(projectId, page, limit),
    submissionIdsOf(projectId),
  ]);
  return {
    submissions: found.map((item) => ({
      id: item.submissionId,
      elementId: item.elementId,
      kind: item.kind,
      at: item.at,
      fields: item.fields,
      delivery: {
        action: item.action,
        target: item.target,
        status: item.status,
        attempts: item.attempts,
        error: item.deliveryError || null,
        deliveredAt: item.deliveredAt ?? null,
      },
    })),
    pagination: pagination(page, limit, ids.length),
  };
}
