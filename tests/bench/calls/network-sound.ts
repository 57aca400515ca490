import { createSocket, type Socket } from 'node:dgram';

/** Between two packets of an end, as G.711 has it; ms. */
const packetMs = 20;
/** How often it is looked whose packet is due; ms. */
const lookMs = 5;
/** A socket hears some ten of 300 ends: what the kernel keeps for it lasts for half a second then. */
const socketCount = 30;

const headerBytes = 12;
const silence = 0xff;

/** One end of a call, as far as its sound goes. */
interface End {
  /** Where Asterisk hears this end, and speaks to it from. */
  port: number;
  socket: Socket;
  packet: Buffer;
  sent: number;
  heard: number;
  /** When its next packet is due, ms of `performance.now()`. */
  due: number;
}

/** The address is one already. */
const lookup = (address: string, _: unknown, done: (error: null, address: string, family: number) => void) =>
  done(null, address, 4);

/**
 * The sound of a telephone network: of every end a packet of silence each 20 ms, whose payload is written once, by one
 * timer for all; of what is heard, packets are counted. A carrier's gateway has a port for each call; here some ends
 * share one, which Asterisk, whose own ports tell them apart, does not mind.
 */
export class NetworkSound {
  readonly #address: string;
  readonly #sockets: Socket[];
  readonly #ends = new Map<number, End>();
  #begun = 0;
  /** Packets that were sent more than a packet's time late. */
  late = 0;

  private constructor(address: string, sockets: Socket[]) {
    this.#address = address;
    this.#sockets = sockets;
    for (const socket of sockets)
      socket.on('message', (_, { port }) => {
        const end = this.#ends.get(port);
        // What comes from none of their ports is RTCP.
        if (end) end.heard++;
      });
    setInterval(() => this.#send(), lookMs);
  }

  static async open(address: string): Promise<NetworkSound> {
    const sockets = Array.from({ length: socketCount }, () => createSocket({ type: 'udp4', lookup }));
    for (const socket of sockets) await new Promise<void>((resolve) => socket.bind(0, address, resolve));
    return new NetworkSound(address, sockets);
  }

  /** Begins to speak to where an SDP says. @returns what the end answers */
  begin(sdp: string): { sdp: string; end(): void } {
    const port = Number(/^m=audio (\d+)/m.exec(sdp)?.[1]);
    const number = this.#begun++;
    const socket = this.#sockets[number % socketCount]!;
    const packet = Buffer.alloc(headerBytes + 160, silence);
    packet.writeUInt32BE(0x80_00_00_00, 0);
    packet.writeUInt32BE(number + 1, 8);
    this.#ends.set(port, { port, socket, packet, sent: 0, heard: 0, due: performance.now() });
    return { sdp: this.#answer(socket.address().port), end: () => this.#ends.delete(port) };
  }

  #answer(port: number): string {
    return [
      'v=0',
      `o=- 1 1 IN IP4 ${this.#address}`,
      's=-',
      `c=IN IP4 ${this.#address}`,
      't=0 0',
      `m=audio ${port} RTP/AVP 0`,
      'a=rtpmap:0 PCMU/8000',
      'a=ptime:20',
      'a=sendrecv',
      '',
    ].join('\r\n');
  }

  #send(): void {
    const now = performance.now();
    // As many packets as the time asks for, however late the timer comes.
    for (const end of this.#ends.values())
      for (; end.due <= now; end.due += packetMs) {
        if (now - end.due > packetMs) this.late++;
        end.packet.writeUInt16BE(end.sent & 0xffff, 2);
        end.packet.writeUInt32BE((end.sent * 160) >>> 0, 4);
        end.sent++;
        end.socket.send(end.packet, end.port, '127.0.0.1');
      }
  }

  /** Packets of each end that speaks now. */
  get packets(): { sent: number; heard: number }[] {
    return [...this.#ends.values()].map(({ sent, heard }) => ({ sent, heard }));
  }
}
