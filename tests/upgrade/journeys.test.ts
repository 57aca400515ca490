import { describe } from 'vitest';
import { loadEarlierData } from './earlier-data.ts';

const data = await loadEarlierData('journeys');
const { readsEarlierData } = await import('./stories.ts');

describe('data of the version with journeys, leads and webhooks, read by today’s code', () =>
  readsEarlierData(data, 100, [
    'batch',
    'blast',
    'bulk',
    'export',
    'journeyJob',
    'leadExport',
    'leadImport',
    'signagePlans',
    'webhookSending',
  ]));
