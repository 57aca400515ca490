import { gradient, layer, stacked } from './projects.ts';
import { type DemoTemplate, words } from './template-parts.ts';

/* Templates whose figures are the workspace's own and stay up to date. */

/** The line at the top of a wall: what it shows, and what time it is. */
const titleAndClock = (title: string, clockColor: string) => [
  words([80, 52, 1200, 84], title, { fontSize: 54, fontWeight: 700, color: '#ffffff' }),
  words([1380, 52, 460, 84], '{system.time}', { fontSize: 54, fontWeight: 600, color: clockColor }, 'right'),
];

/** How it goes on the phones right now, for the screen above the desks. */
export const salesFloor = (): DemoTemplate => ({
  fields: {
    name: 'Sales floor, live',
    description: 'Agents, calls and waiting callers as they are now, for the screen above the desks',
    category: 'informational',
    tags: ['sales floor', 'calls', 'wallboard'],
    variables: ['company.name', 'system.time'],
  },
  data: {
    canvasBackground: gradient('linear-gradient(165deg, #0b1226 0%, #14213f 100%)'),
    elements: stacked([
      ...titleAndClock('{company.name}', '#9fb4dd'),
      layer(
        'live_floor',
        [80, 160, 1760, 850],
        { title: '' },
        { backgroundColor: 'transparent', padding: 0, borderRadius: 0, color: '#ffffff' },
      ),
    ]),
  },
});

/** How a chart of the reports looks on a dark wall. */
const onDark = {
  color: '#f8fafc',
  backgroundColor: '#131f3a',
  borderRadius: 24,
  padding: 36,
  boxShadow: 'none',
};

/** Who is ahead this week, by the reports themselves. */
export const leaderboard = (): DemoTemplate => ({
  fields: {
    name: 'Leaderboard of the week',
    description: 'Deals and amounts of each agent this week, and calls by day, as your reports have them now',
    category: 'informational',
    tags: ['leaderboard', 'reports', 'deals', 'team goals', 'wallboard'],
    variables: ['company.name', 'system.time'],
  },
  data: {
    canvasBackground: gradient('linear-gradient(165deg, #0b1226 0%, #14213f 100%)'),
    elements: stacked([
      ...titleAndClock('Leaderboard of the week', '#9fb4dd'),
      layer(
        'report_chart',
        [80, 170, 860, 830],
        { title: 'Deals won', measure: 'dealsWon', groupBy: 'agent', period: 'thisWeek' },
        onDark,
      ),
      layer(
        'report_chart',
        [980, 170, 860, 395],
        { title: 'Deal amount', measure: 'dealAmount', groupBy: 'agent', period: 'thisWeek', rows: 5 },
        onDark,
      ),
      layer(
        'report_chart',
        [980, 605, 860, 395],
        { title: 'Calls', measure: 'calls', groupBy: 'day', period: 'last7Days' },
        onDark,
      ),
    ]),
  },
});

/** How far the team is with its month. */
export const teamGoal = (): DemoTemplate => ({
  fields: {
    name: 'Team goal of the month',
    description:
      'What the team is to reach this month and how far it is, by agent and by week, as your reports have it now',
    category: 'informational',
    tags: ['goals', 'team goals', 'reports', 'deals', 'wallboard'],
    variables: ['company.name', 'system.time'],
  },
  data: {
    canvasBackground: gradient('linear-gradient(165deg, #0b1f1a 0%, #123a30 100%)'),
    elements: stacked([
      ...titleAndClock('Our month', '#a7dcc8'),
      layer(
        'report_chart',
        [80, 170, 860, 830],
        {
          title: 'Deal amount',
          measure: 'dealAmount',
          groupBy: 'agent',
          period: 'monthToDate',
          goal: 100_000,
        },
        onDark,
      ),
      layer(
        'report_chart',
        [980, 170, 860, 395],
        { title: 'Deals won', measure: 'dealsWon', groupBy: 'week', period: 'monthToDate', goal: 40 },
        onDark,
      ),
      layer(
        'report_chart',
        [980, 605, 860, 395],
        { title: 'Calls of the week', measure: 'calls', groupBy: 'day', period: 'thisWeek', goal: 500 },
        onDark,
      ),
    ]),
  },
});
