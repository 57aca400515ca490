import { createSocket, type Socket } from 'node:dgram';
import { setTimeout as pause } from 'node:timers/promises';
import { type SipCall, SipPeer } from '#tests/asterisk/support/sip.ts';
import { serve } from './helper.ts';
import { NetworkSound } from './network-sound.ts';

/** A person takes that long to answer; ms. */
const answerMs = 100;
/** Between two calls that the network ends, ms: a burst of them would fill Asterisk's socket. */
const betweenMs = 5;

let socket: Socket | undefined;
let sound: NetworkSound | undefined;
const calls = new Set<SipCall>();

async function take(call: SipCall): Promise<void> {
  call.ring();
  await pause(answerMs);
  if (call.state !== 'ringing') return;
  const end = sound!.begin(call.sdp);
  calls.add(call);
  call.answer(end.sdp);
  await call.over;
  calls.delete(call);
  end.end();
}

/** A telephone network in which everybody answers and is silent: SIP and sound of up to some 300 ends. */
const orders = {
  async open(at: { address: string; port: number; asterisk: { address: string; port: number } }) {
    const { address, port, asterisk } = at;
    sound = await NetworkSound.open(address);
    socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket!.bind(port, address, resolve));
    const send = (text: string) => socket!.send(text, asterisk.port, asterisk.address);
    const peer = new SipPeer({ protocol: 'UDP', host: `${address}:${port}`, send }, 'carrier');
    peer.onInvite = (call) => void take(call);
    socket.on('message', (text) => peer.hear(String(text)));
  },
  figures: () => {
    const { user, system } = process.cpuUsage();
    return { packets: sound!.packets, late: sound!.late, processorMs: (user + system) / 1_000 };
  },
  async hangUp() {
    const ended: Promise<void>[] = [];
    for (const call of [...calls]) {
      ended.push(call.hangUp());
      await pause(betweenMs);
    }
    // Where one end hung up, Asterisk may have ended the other already.
    await Promise.allSettled(ended);
  },
};
export type NetworkOrders = typeof orders;

serve(orders);
