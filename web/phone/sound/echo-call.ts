import type { UA } from 'jssip';
import type { RTCSession } from 'jssip/lib/RTCSession';
import type { PhoneAccess } from '#shared/exchange/commands.ts';
import { withoutHold } from '../session-description.ts';

/** Every Asterisk of ours answers it with what it hears. */
const echoNumber = '*43';

/** Calls the exchange's echo. */
export function callEcho(ua: UA, access: PhoneAccess, mediaStream: MediaStream): RTCSession {
  const session = ua.call(access.sipUri!.replace(/^sip:[^@]+/, `sip:${echoNumber}`), {
    mediaStream,
    pcConfig: { iceServers: access.iceServers },
  });
  session.on('sdp', (event) => {
    if (event.originator === 'local') event.sdp = withoutHold(event.sdp);
  });
  return session;
}
