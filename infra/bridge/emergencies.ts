import { lastEmergencyOf } from '#infra/asterisk/dial-plan.ts';
import type { Phone } from '#shared/exchange/commands.ts';
import { emergencyNumbers } from '#shared/model/emergency-calls.ts';
import type { AriChannel, AriEvent } from './ari.ts';
import { type Parts, tellAccount } from './calls.ts';

type EmergencyEvent = AriEvent & { channel: AriChannel };

const isEmergencyNumber = (dialled: string): boolean => emergencyNumbers.some((number) => number === dialled);

/** Whether an event tells that a phone is dialling the emergency services, which Asterisk does by itself. */
export const isEmergency = (event: AriEvent): event is EmergencyEvent =>
  event.type === 'ChannelDialplan' &&
  event.channel?.dialplan.context === 'from-phone' &&
  event.channel.dialplan.app_name === 'Dial' &&
  isEmergencyNumber(event.channel.dialplan.exten);

/** Tells the workspace of an emergency call, once. @param uniqueId of the channel; its seconds are when it was dialled */
function tell(parts: Parts, phone: string, to: string, uniqueId: string): void {
  const tenant = Number(/^t(\d{1,10})-\d{2,8}$/.exec(phone)?.[1]);
  const seconds = Number(/(\d{9,12})\.\d{1,12}$/.exec(uniqueId)?.[1]);
  const name = `${phone} ${uniqueId}`;
  if (!tenant || !seconds || parts.journal.has('emergency', tenant, name)) return;
  const at = new Date(seconds * 1000).toISOString();
  const emergencyId = uniqueId.replaceAll('.', '-');
  // Killed in between, it is told again, which the product bears.
  tellAccount(parts, tenant, `emergency ${name}`, { event: 'emergency-dialled', phone, to, emergencyId, at });
  parts.journal.put('emergency', tenant, name, { at });
}

/** Tells the workspace of the emergency call that an event is of. */
export function tellEmergency(parts: Parts, { channel }: EmergencyEvent): void {
  const phone = /^PJSIP\/(t\d{1,10}-\d{2,8})-[0-9a-f]{1,16}$/.exec(channel.name)?.[1];
  if (phone) tell(parts, phone, channel.dialplan.exten, channel.id);
}

/** Tells workspaces of the emergency calls that were made while the bridge was away: the last one of each phone. */
export async function tellMissedEmergencies(parts: Parts): Promise<void> {
  for (const { name: phone } of parts.journal.all<Phone>('phone')) {
    const query = { variable: lastEmergencyOf(phone) };
    const { value } = (await parts.ari.request('GET', 'asterisk/variable', query)) as { value: string };
    const [to = '', uniqueId = ''] = value.split('~');
    if (isEmergencyNumber(to)) tell(parts, phone, to, uniqueId);
  }
}
