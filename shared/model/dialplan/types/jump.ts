import * as z from 'zod';
import { idOf, refersTo } from '../../reference.ts';
import { definePlanType } from './define.ts';

const planId = idOf('dlp', 'Please choose a plan.');

/** The way of a call that has gone on in the other plan: none of the drawing's, as it leads nowhere in it. */
export const jumped = 'jumped';

export const jumpType = definePlanType({
  type: 'jump',
  label: 'Jump to a plan',
  group: 'Routing',
  data: z.strictObject({ planId: refersTo('dialPlan', planId).nullable().default(null) }),
  ports: ['failed'],
  otherwise: 'failed',
  fields: { planId },
  isAsked: false,
  answersWithin: () => 0,
  resolve({ planId: id }, { resources, fail, need }) {
    need('jumps');
    if (id === null) return fail('Please choose in which plan the call goes on.');
    if (id === resources.planId) return { planId: id };
    const plan = resources.plans.get(id) ?? fail('The plan in which the call goes on is gone.');
    if (!plan.isActive) fail(`The plan “${plan.name}” takes no calls. Deploy it first.`);
    return { planId: id };
  },
});
