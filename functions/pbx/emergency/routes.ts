import { recordAudit } from '#functions/kernel/audit.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { e164 } from '#functions/kernel/phone.ts';
import { writeOne } from '#functions/kernel/table.ts';
import { pbx } from '#shared/api/pbx/index.ts';
import { tellPhones } from '../exchange/moved.ts';
import { emergencySettingsWrite, lastEmergencyCalls, readEmergencySettings } from './store.ts';

const r = routesOf(pbx);

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
    const given = { ...before, ...givenOf(input) };
    const settings = {
      ...given,
      callbackNumber: given.callbackNumber && e164(given.callbackNumber, 'callbackNumber'),
    };
    await writeOne(emergencySettingsWrite(settings));
    const changed = fields.filter((name) => String(settings[name]) !== String(before[name]));
    if (changed.length > 0)
      await recordAudit('emergency.settingsChanged', null, { changed: changed.map((name) => words[name]) });
    // Phones carry both, so that their emergency calls go out while the product is away.
    if (settings.callbackNumber !== before.callbackNumber || settings.location !== before.location)
      await tellPhones();
    return settings;
  }),
};
