import { numbersOfDids } from '#functions/dids/api.ts';
import { findIvrMenus, recordingIdsOfMenu } from '#functions/ivr/api.ts';
import { findTemplates } from '#functions/messageTemplates/api.ts';
import { everyExtension, everyQueue } from '#functions/pbx/api.ts';
import { findRecordings } from '#functions/recordings/api.ts';
import { findEndpoints } from '#functions/webhookEndpoints/api.ts';
import { hasSound } from '#shared/model/dialplan/nodes.ts';
import type { PlanConfig } from '#shared/model/dialplan/plan.ts';
import type { PlanResources } from '#shared/model/dialplan/resolve.ts';
import { everyDeployment } from './deployment-store.ts';
import { everyPlan } from './store.ts';

/** The IVR menus that a drawing names. */
export const menuIdsOf = ({ nodes }: PlanConfig): string[] => [
  ...new Set(nodes.flatMap((node) => (node.type === 'ivr' && node.data.ivrId ? [node.data.ivrId] : []))),
];

/** The recordings that a drawing plays. */
export const recordingIdsOf = ({ nodes }: PlanConfig): string[] => [
  ...new Set(
    nodes.flatMap((node) =>
      hasSound(node) && node.data.type === 'recording' && node.data.recordingId
        ? [node.data.recordingId]
        : [],
    ),
  ),
];

const endpointIdsOf = ({ nodes }: PlanConfig): string[] => [
  ...new Set(
    nodes.flatMap((node) => (node.type === 'webhook' && node.data.endpointId ? [node.data.endpointId] : [])),
  ),
];

const templateIdsOf = ({ nodes }: PlanConfig): string[] => [
  ...new Set(
    nodes.flatMap((node) => (node.type === 'sms' && node.data.templateId ? [node.data.templateId] : [])),
  ),
];

const callerIdsOf = ({ nodes }: PlanConfig): string[] => [
  ...new Set(
    nodes.flatMap((node) => (node.type === 'dial' && node.data.callerId ? [node.data.callerId] : [])),
  ),
];

/** Every plan, where a drawing has calls go on in one: that may lead on to any other. */
async function plansToGoOnIn(config: PlanConfig): Promise<PlanResources['plans']> {
  if (!config.nodes.some(({ type }) => type === 'jump')) return new Map();
  const [plans, deployments] = await Promise.all([everyPlan(), everyDeployment()]);
  const serving = new Map(deployments.map((one) => [one.planId, one.serving]));
  return new Map(
    plans.map(({ planId, name }) => {
      const text = serving.get(planId);
      return [planId, { name, isActive: Boolean(text), goesOnIn: text?.goesOnIn ?? [] }];
    }),
  );
}

/** What a drawing names, as the workspace has it now. */
export async function resourcesOf(config: PlanConfig, planId: string): Promise<PlanResources> {
  const [menus, queues, extensions, endpoints, templates, dids, plans] = await Promise.all([
    findIvrMenus(menuIdsOf(config)),
    everyQueue(),
    everyExtension(),
    findEndpoints(endpointIdsOf(config)),
    findTemplates(templateIdsOf(config)),
    numbersOfDids(callerIdsOf(config)),
    plansToGoOnIn(config),
  ]);
  const recordings = await findRecordings([
    ...new Set([...recordingIdsOf(config), ...menus.flatMap(recordingIdsOfMenu)]),
  ]);
  return {
    menus: new Map(menus.map(({ menuId, ...menu }) => [menuId, menu])),
    recordings: new Map(
      recordings.map(({ recordingId, name, versionId }) => [recordingId, { name, versionId }]),
    ),
    endpoints: new Map(endpoints.map(({ endpointId, name }) => [endpointId, { name }])),
    templates: new Map(templates.map(({ templateId, name, channel }) => [templateId, { name, channel }])),
    queues: new Map(queues.map(({ queueId, name }) => [queueId, { name }])),
    extensions: new Map(
      extensions.map(({ extensionId, number, name, voicemail }) => [
        extensionId,
        { number, name, voicemail },
      ]),
    ),
    dids,
    plans,
    planId,
  };
}
