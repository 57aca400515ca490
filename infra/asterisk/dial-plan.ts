import { emergencyNumbers } from '#shared/model/emergency-calls.ts';

/** The global variable that holds a phone's last emergency call, for a bridge that is away just then. */
export const lastEmergencyOf = (phone: string): string => `DEALBELL_EMERGENCY_${phone}`;

/*
 * Emergency calls (933 tests them) are never captured by a queue, a plan or the bridge. That one was dialled is noted
 * first, by `Set`, which goes on whatever fails. 47 CFR 9.16(b)
 *
 * Where the phone stands is the tag of its caller ID (infra/bridge/phones.ts), and goes with the call as a PIDF-LO in the
 * SIP request (RFC 6442, RFC 5139): it is a text, for which `LOC` is there. A carrier that cannot read that refuses the
 * call, which is then made again without it. On an Asterisk without the module, `Set` says so in its log and goes on.
 */
const emergency = emergencyNumbers
  .flatMap((number) => [
    `exten => ${number},1,Set(GLOBAL(${lastEmergencyOf(`\${CHANNEL(endpoint)}`)})=${number}~\${UNIQUEID})`,
    ` same => n,GotoIf($[\${LEN(\${CALLERID(tag)})} = 0]?without)`,
    ' same => n,Set(GEOLOC_PROFILE(format)=civicAddress)',
    ' same => n,Set(GEOLOC_PROFILE(pidf_element)=device)',
    ' same => n,Set(GEOLOC_PROFILE(method)=Manual)',
    ` same => n,Set(GEOLOC_PROFILE(location_info)=LOC="\${CALLERID(tag)}")`,
    ' same => n,Set(GEOLOC_PROFILE(inheritable)=yes)',
    ` same => n,Dial(PJSIP/${number}@carrier,120)`,
    ` same => n,GotoIf($["\${DIALSTATUS}" = "CHANUNAVAIL" | "\${DIALSTATUS}" = "CONGESTION"]?again:over)`,
    ' same => n(again),Set(GEOLOC_PROFILE(inheritable)=no)',
    ` same => n(without),Dial(PJSIP/${number}@carrier,120)`,
    ' same => n(over),Hangup()',
  ])
  .join('\n');

/**
 * Asterisk's own dial plan: where calls come in, and the few things that applications do better than ARI. An
 * emergency call is dialled here, so that it goes out while the bridge is away.
 */
export const dialPlan = `[general]
static = yes
writeprotect = yes

[from-phone]
${emergency}
; Hears itself: the test call of a softphone.
exten => *43,1,Answer()
 same => n,Echo()
 same => n,Hangup()
; Everything else is dialled by the product, which knows whom the law lets call.
exten => _[+*0-9].,1,Hangup(21)
exten => _[0-9],1,Hangup(21)

[from-carrier]
exten => _+X.,1,Stasis(dealbell,inbound,\${EXTEN})
 same => n,Hangup(34)
exten => _X.,1,Stasis(dealbell,inbound,\${EXTEN})
 same => n,Hangup(34)

[dealbell-amd]
exten => s,1,AMD()
 same => n,Stasis(dealbell,amd,\${AMDSTATUS})
 same => n,Hangup()

; Waits until the machine's greeting and tone are over, leaves the message, and ends.
[dealbell-voicemail]
exten => s,1,WaitForSilence(1200,1,25)
 same => n,Playback(\${DEALBELL_SOUND})
 same => n,Hangup()

; A tenant's own plan takes the answered call, where it has been put there.
[dealbell-plan]
exten => s,1,GotoIf(\${DIALPLAN_EXISTS(\${DEALBELL_PLAN},s,1)}?\${DEALBELL_PLAN},s,1)
 same => n,Hangup()
`;
