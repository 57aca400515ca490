import { z } from 'zod';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { emergencySettings } from '#shared/api/pbx/emergency.ts';
import { emergencyCall, emergencyLimits } from '#shared/model/emergency-calls.ts';

const { contacts, location } = emergencySettings.shape;

/** What the workspace says of its emergency calls: one item. */
const Settings = entity('emergencySettings', {
  fields: z.object({ contacts, callbackNumber: z.string().nullable(), location }),
  key: { partition: [], sort: [] },
});
export type EmergencySettings = Stored<typeof Settings>;

const nothingSaid: EmergencySettings = { contacts: [], callbackNumber: null, location: '' };

export const readEmergencySettings = async (): Promise<EmergencySettings> =>
  (await Settings.find({})) ?? nothingSaid;

export const emergencySettingsWrite = (settings: EmergencySettings): object => Settings.put(settings);

/** An emergency call that was dialled. */
const Calls = entity('emergencyCall', {
  fields: emergencyCall.omit({ id: true }).extend({
    emergencyCallId: z.string(),
    /** Whether the mails that tell of it were asked for. */
    mailed: z.boolean(),
  }),
  key: { partition: [], sort: ['emergencyCallId'], casing: 'none' },
  indexes: {
    byTime: { index: 'gsi1', partition: [], sort: ['at', 'emergencyCallId'], casing: 'none' },
  },
});
export type EmergencyCallRecord = Stored<typeof Calls>;

export const findEmergencyCall = (emergencyCallId: string): Promise<EmergencyCallRecord | undefined> =>
  Calls.find({ emergencyCallId });

/** Refused where it is kept already. */
export const emergencyCallInsertion = (call: EmergencyCallRecord): object => Calls.insert(call);

export const mailedWrite = (emergencyCallId: string): object =>
  Calls.patch({ emergencyCallId }).set({ mailed: true }).params();

export const lastEmergencyCalls = async (): Promise<EmergencyCallRecord[]> =>
  (await Calls.query('byTime').go({ order: 'desc', limit: emergencyLimits.calls })).data;
