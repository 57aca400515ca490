import { useSearchParams } from 'react-router';
import { BatchList } from './BatchList.tsx';
import { BatchPage } from './BatchPage.tsx';
import { NewBatch } from './NewBatch.tsx';

/**
 * ?personalised=all lists the batches, with &project those of one project; ?personalised=new&project is the way to a
 * new one; ?personalised=bat_… is one batch.
 */
export default function PersonalisedVideos() {
  const [address] = useSearchParams();
  const shown = address.get('personalised') ?? 'all';
  const projectId = address.get('project') ?? undefined;
  if (shown === 'new') return <NewBatch key={projectId} projectId={projectId} />;
  if (shown.startsWith('bat_')) return <BatchPage key={shown} batchId={shown} />;
  return <BatchList projectId={projectId} />;
}
