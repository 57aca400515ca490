import { routesOf } from '#functions/kernel/http.ts';
import { statistics } from '#functions/leads/api.ts';
import { dashboard } from '#shared/api/dashboard.ts';
import { countActiveCalls } from './active-calls.ts';
import { history, hourly, leaderboard, today } from './figures.ts';

const r = routesOf(dashboard);

export const routes = r.router({
  stats: r.stats.handler(async ({ input: { days } }) => {
    const [figures, leads, active, places] = await Promise.all([
      today(),
      statistics(),
      countActiveCalls.run(),
      leaderboard(days),
    ]);
    return {
      ...figures,
      totalLeads: leads.total,
      openAmount: leads.dealAmount.open,
      activeCalls: active,
      leaderboard: places,
    };
  }),
  history: r.history.handler(({ input }) => history(input.hours)),
  today: r.today.handler(() => today()),
  hourly: r.hourly.handler(() => hourly()),
});
