import type { UA } from 'jssip';
import type { RTCSession } from 'jssip/lib/RTCSession';
import type { PhoneAccess } from '#shared/exchange/commands.ts';
import { withoutHold } from '../session-description.ts';

/** Every Asterisk of ours answers it with what it hears. */
export const echoNumber = '*43';

/** Dials a number of the exchange's own plan: the echo, or the emergency services. */
export function dial(ua: UA, access: PhoneAccess, number: string, mediaStream: MediaStream): RTCSession {
  const session = ua.call(access.sipUri!.replace(/^sip:[^@]+/, `sip:${number}`), {
    mediaStream,
    pcConfig: { iceServers: access.iceServers },
  });
  session.on('sdp', (event) => {
    if (event.originator === 'local') event.sdp = withoutHold(event.sdp);
  });
  return session;
}
