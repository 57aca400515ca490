import { createDialPlan } from '#functions/dialplans/api.ts';
import { type PlanConfig, planConfig } from '#shared/model/dialplan/plan.ts';
import { officeHours } from './office-hours.ts';
import { once } from './once.ts';

interface Parts {
  menuId: string;
  queueId: string;
  /** Whose mailbox takes messages. */
  extensionId: string;
}

const node = (id: string, type: string, [x, y]: readonly [number, number], data: object = {}) => ({
  id,
  type,
  position: { x, y },
  data,
});
const way = (source: string, sourceHandle: string, target: string) => ({
  id: `${source}:${sourceHandle}`,
  source,
  sourceHandle,
  target,
});

const drawing = ({ menuId, queueId, extensionId }: Parts): PlanConfig =>
  planConfig.parse({
    nodes: [
      node('start', 'start', [376, 0]),
      node('office', 'hours', [320, 90], { hours: officeHours, holidays: 'IL' }),
      node('menu', 'ivr', [60, 260], { ivrId: menuId }),
      node('sales', 'queue', [240, 430], { queueId, maxWaitTime: 120 }),
      node('closed', 'playback', [520, 260], {
        text: 'Brightside Solar is closed now. Our office is open on weekdays from nine to six.',
      }),
      node('later', 'playback', [240, 600], {
        text: 'All of us are talking right now. Please leave a message.',
      }),
      node('message', 'voicemail', [400, 750], { mailbox: extensionId }),
      node('bye', 'hangup', [-40, 430]),
    ],
    edges: [
      way('start', 'next', 'office'),
      way('office', 'open', 'menu'),
      way('office', 'closed', 'closed'),
      way('office', 'holiday', 'closed'),
      way('menu', 'option-1', 'sales'),
      way('menu', 'option-0', 'bye'),
      way('menu', 'timeout', 'sales'),
      way('menu', 'invalid', 'sales'),
      way('sales', 'timeout', 'later'),
      way('sales', 'full', 'later'),
      way('closed', 'next', 'message'),
      way('later', 'next', 'message'),
    ],
  });

/** A plan for the main line, drawn and not deployed: somebody may walk it, change it and deploy it. */
export const drawMainLine = (parts: Parts): Promise<void> =>
  once(() =>
    createDialPlan({
      name: 'Main line',
      description: 'Office hours, a menu, the sales queue, and a mailbox after hours',
      goalNodeId: 'sales',
      config: drawing(parts),
    }),
  );
