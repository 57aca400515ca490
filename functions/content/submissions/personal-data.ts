import { type PersonalData, tellsOf, throughEach } from '#functions/kernel/personal-data.ts';
import { allProjects } from '../projects/store.ts';
import { letGoOfSubmission } from './held-store.ts';
import { removeSubmission, type Submission, submissionsAfter } from './store.ts';

const pageSize = 200;

export const contentPersonalData: PersonalData<Submission>[] = [
  {
    kind: 'submissions',
    title: 'Forms of signs and pages that they filled in',
    stored: ['submission', 'heldSubmission'],
    async find(subject, cursor) {
      const tells = tellsOf(subject);
      const projects = await allProjects();
      return throughEach(projects, cursor, async ({ projectId }, inner) => {
        const page = await submissionsAfter(projectId, inner, pageSize);
        return { found: page.submissions.filter(({ fields }) => tells(fields)), cursor: page.cursor };
      });
    },
    row: ({ submissionId, at, fields }) => ({ id: submissionId, at, answers: fields }),
    async erase(found) {
      for (const { submissionId } of found) {
        await letGoOfSubmission(submissionId);
        await removeSubmission(submissionId);
      }
    },
  },
];
