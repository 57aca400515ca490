import { expect, it } from 'vitest';
import { runDue } from '#functions/journeys/engine/run.ts';
import { findEnrolment } from '#functions/journeys/store/enrolments.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { line, setUp, tagging } from '#tests/support/journeys.ts';
import { timeTravel } from '#tests/support/time.ts';
import { enrol } from './enrol.ts';

// Needs a process of its own: it makes things in 2027, and ids never go back to today.

it('statistics of a journey count in the days of the workspace, as its report does', async () => {
  const { publish, lead, id, admin, system } = await setUp(line(tagging('met')));
  await publish();
  // Ten minutes before midnight in New York.
  const time = timeTravel('2027-06-11T03:50:00.000Z');
  const enter = async () => {
    const [entered] = await system(async () => enrol(id, [await lead()], { how: 'manual' }));
    return entered!.enrolmentId!;
  };
  const first = await enter();
  time.forward({ minutes: 20 });
  await enter();
  const { seq } = (await system(() => findEnrolment(first)))!;
  await system(() => runDue(first, seq));
  const { days } = (await admin.call(api.journeys.statistics, { id })).body;
  expect(days).toEqual([
    { date: '2027-06-10', entered: 1, completed: 0, exited: 0 },
    { date: '2027-06-11', entered: 1, completed: 1, exited: 0 },
  ]);
  await eventually(async () => {
    const asked = { from: '2027-06-10', to: '2027-06-11', groupBy: 'day' as const };
    const { rows } = (await admin.call(api.reports.journeys, asked)).body;
    expect(rows.map(({ keys, values }) => [keys[0], values.entered])).toEqual(
      days.map(({ date, entered }) => [date, entered]),
    );
  });
});
