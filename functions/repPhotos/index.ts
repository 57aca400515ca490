import { chartsOfSigns } from '#functions/content/api.ts';
import { noun } from '#functions/kernel/http.ts';
import { routes } from './routes.ts';

// Reports stand on most nouns: they are loaded where a sign shows them.
chartsOfSigns.register(async (...asked) =>
  (await import('#functions/reports/api.ts')).signChartsOf(...asked),
);

export const handler = noun(routes);
