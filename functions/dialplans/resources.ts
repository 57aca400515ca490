import { numbersOfDids } from '#functions/dids/api.ts';
import { findIvrMenus, recordingIdsOfMenu } from '#functions/ivr/api.ts';
import { everyExtension, everyQueue } from '#functions/pbx/api.ts';
import { findRecordings } from '#functions/recordings/api.ts';
import { findEndpoints } from '#functions/webhookEndpoints/api.ts';
import type { PlanConfig } from '#shared/model/dialplan/plan.ts';
import type { PlanResources } from '#shared/model/dialplan/resolve.ts';

/** The IVR menus that a drawing names. */
export const menuIdsOf = ({ nodes }: PlanConfig): string[] => [
  ...new Set(nodes.flatMap((node) => (node.type === 'ivr' && node.data.ivrId ? [node.data.ivrId] : []))),
];

/** The recordings that a drawing plays. */
export const recordingIdsOf = ({ nodes }: PlanConfig): string[] => [
  ...new Set(
    nodes.flatMap((node) =>
      node.type === 'playback' && node.data.type === 'recording' && node.data.recordingId
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

const callerIdsOf = ({ nodes }: PlanConfig): string[] => [
  ...new Set(
    nodes.flatMap((node) => (node.type === 'dial' && node.data.callerId ? [node.data.callerId] : [])),
  ),
];

/** What a drawing names, as the workspace has it now. */
export async function resourcesOf(config: PlanConfig): Promise<PlanResources> {
  const [menus, queues, extensions, endpoints, dids] = await Promise.all([
    findIvrMenus(menuIdsOf(config)),
    everyQueue(),
    everyExtension(),
    findEndpoints(endpointIdsOf(config)),
    numbersOfDids(callerIdsOf(config)),
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
    queues: new Map(queues.map(({ queueId, name }) => [queueId, { name }])),
    extensions: new Map(extensions.map(({ extensionId, number, name }) => [extensionId, { number, name }])),
    dids,
  };
}
