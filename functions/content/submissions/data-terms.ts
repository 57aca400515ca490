import { throughEach } from '#functions/kernel/personal-data.ts';
import type { Aged, TermKind } from '#functions/kernel/retention.ts';
import { allProjects } from '../projects/store.ts';
import { submissionsBefore } from './store.ts';

const pageSize = 100;

export const contentTerms: TermKind[] = [
  {
    kind: 'submissions',
    title: 'Forms that visitors filled in',
    goes: 'What visitors of signs and pages sent by forms and surveys. Leads that were made of it stay.',
    covers: ['submissions'],
    older: async (before, cursor) =>
      throughEach(await allProjects(), cursor, async ({ projectId }, inner) => {
        const page = await submissionsBefore(projectId, before, inner, pageSize);
        const found = page.submissions.map(
          ({ submissionId, at, status }): Aged => ({
            id: submissionId,
            at,
            leadId: null,
            spare: status === 'pending' || status === 'retrying' ? 'inUse' : undefined,
          }),
        );
        return { found, cursor: page.cursor };
      }),
  },
];
