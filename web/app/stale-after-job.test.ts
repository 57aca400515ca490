import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { api as contract } from '#shared/api/index.ts';
import { createClient } from './client.ts';
import { staleAfterJob } from './stale-after-job.ts';

const query = createTanstackQueryUtils(
  createClient(contract, {
    send: () => Promise.reject(new Error('Nothing is sent here.')),
    origin: 'http://dealbell.test',
    tenantId: () => 1,
  }),
);
const answers = {
  leads: query.leads.list.queryKey({ input: {} }),
  pages: ['lead-pages', { search: 'ann' }],
  assignments: query.leadAssignments.stats.queryKey({ input: {} }),
  journeys: query.journeys.list.queryKey({ input: { limit: 200 } }),
  batches: query.content.listBatches.queryKey({ input: { page: 1 } }),
  project: query.content.get.queryKey({ input: { id: 'prj_1' } }),
  users: query.users.list.queryKey({ input: {} }),
};

async function staleOnes(kind: string): Promise<string[]> {
  const client = new QueryClient();
  for (const key of Object.values(answers)) client.setQueryData(key, {});
  for (const queryKey of staleAfterJob(kind)) await client.invalidateQueries({ queryKey });
  return Object.entries(answers).flatMap(([name, key]) =>
    client.getQueryState(key)?.isInvalidated ? [name] : [],
  );
}

describe('what is asked for again when a job has ended', () => {
  it('is all of leads, their pages and who works on them after a job over leads', async () =>
    expect(await staleOnes('leads.change')).toEqual(['leads', 'pages', 'assignments']));

  it('is all of the noun that the kind of the job begins with, too', async () =>
    expect(await staleOnes('journeys.enrol')).toEqual(['leads', 'pages', 'assignments', 'journeys']));

  it('is what is made of projects, and no project, after videos', async () =>
    expect(await staleOnes('content.videos')).toEqual(['batches']));
});
