import { plansUsingRecordings } from '#functions/dialplans/api.ts';
import { menusUsingRecordings } from '#functions/ivr/api.ts';
import { noun } from '#functions/kernel/http.ts';
import { routes } from './routes.ts';
import { recordingUsers } from './use-hooks.ts';

recordingUsers.register({
  plans: plansUsingRecordings,
  menus: menusUsingRecordings,
});

export const handler = noun(routes);
