import { deleteHistory } from '#functions/journeys/api.ts';
import { noun } from '#functions/kernel/http.ts';
import { onLeadDeleted } from './on-deleted.ts';
import { routes } from './routes.ts';

onLeadDeleted(deleteHistory);

export const handler = noun(routes);
