import { auditPersonalData } from '#functions/audit/api.ts';
import { callPersonalData } from '#functions/calls/api.ts';
import { celebrationPersonalData } from '#functions/celebrations/api.ts';
import { compliancePersonalData } from '#functions/compliance/api.ts';
import { contentPersonalData } from '#functions/content/api.ts';
import { journeyPersonalData } from '#functions/journeys/api.ts';
import type { PersonalData } from '#functions/kernel/personal-data.ts';
import { leadPersonalData } from '#functions/leads/api.ts';
import { marketPersonalData, returnPersonalData } from '#functions/marketplace/api.ts';
import { messagePersonalData } from '#functions/messages/api.ts';
import { pbxPersonalData } from '#functions/pbx/api.ts';
import { repPhotoPersonalData } from '#functions/repPhotos/api.ts';
import { tracerPersonalData } from '#functions/tracers/api.ts';
import { endpointPersonalData } from '#functions/webhookEndpoints/api.ts';
import { webhookPersonalData } from '#functions/webhooks/api.ts';
import { earlierRequests } from './earlier.ts';

/**
 * What every noun that holds data of persons says of it, in the order in which it is erased. Leads go first, so that
 * nothing new comes to them; their timelines last, for the others write on them while they end. A noun that holds some is
 * named here, and a test finds the stored thing that nobody has named.
 */
export const personalData: readonly PersonalData[] = [
  ...leadPersonalData.filter(({ kind }) => kind !== 'leadTimeline'),
  ...journeyPersonalData,
  ...messagePersonalData,
  ...callPersonalData,
  ...pbxPersonalData,
  ...webhookPersonalData,
  ...endpointPersonalData,
  ...tracerPersonalData,
  ...marketPersonalData,
  ...returnPersonalData,
  ...celebrationPersonalData,
  ...contentPersonalData,
  ...repPhotoPersonalData,
  ...auditPersonalData,
  ...earlierRequests,
  ...leadPersonalData.filter(({ kind }) => kind === 'leadTimeline'),
  ...compliancePersonalData,
] as readonly PersonalData[];
