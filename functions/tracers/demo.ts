import { log } from '#functions/kernel/log.ts';
import { commit } from '#functions/kernel/table.ts';
import { openAccess } from './access.ts';
import { history } from './history.ts';
import { lookUp } from './search.ts';

const place = { address: '', city: 'Springfield', state: 'IL', postcode: '62701', email: '' };

/** Gives the demo access to skip tracing, and its history some searches, by the sandbox. Bears to be done twice. */
export async function openDemo(): Promise<void> {
  const writes = await openAccess(500);
  if (writes.length > 0) await commit(writes);
  const { searches } = await history(1, undefined);
  if (searches.length > 0) return;
  try {
    await lookUp({ query: { firstName: 'June', lastName: 'Harper', ...place }, purpose: 'verification' });
    await lookUp({ query: { firstName: 'Sam', lastName: 'Several', ...place }, purpose: 'transaction' });
    await lookUp({ query: { phone: '+12175550142' }, purpose: 'verification' });
  } catch (error) {
    log.warn('The demo has no searches to show.', { error: error as Error });
  }
}
