import { queuesOfExchange } from '#functions/agentStatus/api.ts';
import { wallOf } from '#functions/celebrations/api.ts';
import { noun } from '#functions/kernel/http.ts';
import { queuesOfAgents, signFloorNow } from '#functions/pbx/api.ts';
import { signChartsOf } from '#functions/reports/api.ts';
import { facesOf } from '#functions/repPhotos/api.ts';
import { contentDisplays } from '#functions/signage/api.ts';
import { displays } from './displays.ts';
import { facesOfReps } from './personalised/faces.ts';
import { floorOfSigns, winsOfDay } from './publications/live-data.ts';
import { routes } from './routes.ts';
import { chartsOfSigns } from './variables/charts.ts';

displays.register(contentDisplays);
facesOfReps.register(facesOf);
winsOfDay.register(wallOf);
queuesOfExchange.register(queuesOfAgents);
floorOfSigns.register(signFloorNow);
chartsOfSigns.register(signChartsOf);

export const handler = noun(routes);
