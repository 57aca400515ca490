import { deleteHistory, journeysOfLead as enrolmentsOf } from '#functions/journeys/api.ts';
import { noun } from '#functions/kernel/http.ts';
import { journeysOfLead, leadDeleted } from './journey-hooks.ts';
import { routes } from './routes.ts';

leadDeleted.register(deleteHistory);
journeysOfLead.register(enrolmentsOf);

export const handler = noun(routes);
