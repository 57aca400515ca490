import { recordAudit } from '#functions/kernel/audit.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { e164 } from '#functions/kernel/phone.ts';
import { writeOne } from '#functions/kernel/table.ts';
import { emergency as contract } from '#shared/api/pbx/emergency.ts';
import { tellEverything } from '../exchange/moved.ts';
import { emergencySettingsWrite, lastEmergencyCalls, readEmergencySettings } from './store.ts';

const r = routesOf(contract);

/** What the audit log calls the settings. */
const words = {
  contacts: 'who is told',
  callbackNumber: 'the callback number',
  location: 'the location',
} as const;
const fields = Object.keys(words) as (keyof typeof words)[];

export const emergency = {
  listEmergencyCalls: r.listEmergencyCalls.handler(async () => ({
    calls: (await lastEmergencyCalls()).map(({ emergencyCallId, mailed: _, ...call }) => ({
      id: emergencyCallId,
      ...call,
    })),
  })),
  emergencySettings: r.emergencySettings.handler(() => readEmergencySettings()),
  setEmergencySettings: r.setEmergencySettings.handler(async ({ input }) => {
    const before = await readEmergencySettings();
    const given = input.callbackNumber;
    const settings = { ...input, callbackNumber: given && e164(given, 'callbackNumber') };
    await writeOne(emergencySettingsWrite(settings));
    const changed = fields.filter((name) => String(settings[name]) !== String(before[name]));
    if (changed.length > 0)
      await recordAudit('emergency.settingsChanged', null, { changed: changed.map((name) => words[name]) });
    // Phones show the new number from their next registration or the sweeper's next minute on.
    if (settings.callbackNumber !== before.callbackNumber) await tellEverything();
    return settings;
  }),
};
