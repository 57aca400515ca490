import { accountMailsWork, askForMail } from '#functions/accountGuard/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { accepted, commit, writeOne } from '#functions/kernel/table.ts';
import { extensionOfPhone } from '#functions/telephony/api.ts';
import { everyUser, findUser } from '#functions/users/api.ts';
import type { ExchangeEvent } from '#shared/exchange/events.ts';
import { emergencyNumbers } from '#shared/model/emergency-calls.ts';
import { extensionNumbered } from '../extensions/find.ts';
import { callbackNumberOf, locationOf } from './caller-number-and-location.ts';
import {
  type EmergencyCallRecord,
  emergencyCallInsertion,
  findEmergencyCall,
  mailedWrite,
  readEmergencySettings,
} from './store.ts';

/**
 * Hears that somebody has dialled the emergency services, keeps it, and tells the people of the workspace: pages by a
 * hint, and by mail whom the settings name. Told the same again, nothing is kept twice. 47 CFR 9.16(b)(2)
 */
export async function hearOfEmergency({ phone, to, emergencyId, at }: ExchangeEvent): Promise<void> {
  const number = emergencyNumbers.find((one) => one === to);
  const extension = phone && extensionOfPhone(phone);
  if (!number || !extension || !emergencyId) return;
  const emergencyCallId = deterministicId('emc', phone, emergencyId);
  const known = await findEmergencyCall(emergencyCallId);
  if (known?.mailed) return;
  const call = known ?? (await keep({ emergencyCallId, number, extension, at }));
  await tellByMail(call);
}

async function keep(
  dialled: Pick<EmergencyCallRecord, 'emergencyCallId' | 'number' | 'extension' | 'at'>,
): Promise<EmergencyCallRecord> {
  const [record, settings] = await Promise.all([
    extensionNumbered(dialled.extension),
    readEmergencySettings(),
  ]);
  const user = record?.userId ? await findUser(record.userId) : undefined;
  const call: EmergencyCallRecord = {
    ...dialled,
    // An exchange whose clock is ahead puts no call before those that come later.
    at: dialled.at < clock.iso() ? dialled.at : clock.iso(),
    name: record?.name ?? '',
    userName: user ? user.firstLast || user.username : '',
    callbackNumber: record ? await callbackNumberOf(record) : settings.callbackNumber,
    location: record ? await locationOf(record) : settings.location,
    mailed: false,
  };
  await accepted(commit(emergencyCallInsertion(call)));
  return call;
}

/** Where those read their mails who are told: whom the settings name, else every admin. */
async function addressesToTell(): Promise<string[]> {
  const { contacts } = await readEmergencySettings();
  if (contacts.length > 0) return contacts;
  const admins = (await everyUser()).filter((user) => user.role === 'admin' && user.isActive);
  return [...new Set(admins.map(({ email }) => email))];
}

/** Asks for the mails; where that was cut off, the exchange tells of the call again. */
async function tellByMail({ emergencyCallId, mailed: _, ...call }: EmergencyCallRecord): Promise<void> {
  const addresses = accountMailsWork() ? await addressesToTell() : [];
  for (const address of addresses) await askForMail({ mail: 'emergency', address, call });
  await writeOne(mailedWrite(emergencyCallId));
}
