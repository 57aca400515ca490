import { describe } from 'vitest';
import { loadEarlierData } from './earlier-data.ts';

const data = await loadEarlierData('first');
const { readsEarlierData } = await import('./stories.ts');

describe('data of the first version that was landed, read by today’s code', () =>
  readsEarlierData(data, 60, ['export']));
