import { createSocket, type Socket } from 'node:dgram';

/** G.711 µ-law of a sample from -1 to 1. */
function muLaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(32_635, Math.abs(Math.round(sample * 32_767))) + 132;
  const exponent = Math.max(0, Math.floor(Math.log2(magnitude)) - 7);
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

function fromMuLaw(byte: number): number {
  const value = ~byte & 0xff;
  const magnitude = ((((value & 0x0f) << 3) + 132) << ((value >> 4) & 7)) - 132;
  return (value & 0x80 ? -magnitude : magnitude) / 32_768;
}

/** The samples of a WAV file, from -1 to 1. */
export const samplesOf = (file: Buffer): number[] =>
  Array.from({ length: (file.length - 44) >> 1 }, (_, at) => file.readInt16LE(44 + at * 2) / 32_768);

/** How loud one frequency is in samples of 8 kHz (Goertzel); about 1 for a full tone. */
export function loudness(samples: readonly number[], hertz: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * hertz) / 8_000);
  let [one, two] = [0, 0];
  for (const sample of samples) [one, two] = [sample + factor * one - two, one];
  return (2 * Math.sqrt(Math.max(0, one * one + two * two - factor * one * two))) / samples.length;
}

/** Sound of a call over RTP: what is said is a tone for given stretches of time, what is heard is kept. */
export class Rtp {
  readonly #socket: Socket;
  #timer: NodeJS.Timeout | undefined;
  #sequence = 0;
  heard: number[] = [];
  packets = 0;
  readonly port: number;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.port = socket.address().port;
    socket.on('message', (packet) => {
      this.packets++;
      if ((packet[1]! & 0x7f) === 0) for (const byte of packet.subarray(12)) this.heard.push(fromMuLaw(byte));
      // The last ten seconds, cut once a second: at each packet that alone kept the process busy.
      if (this.heard.length > 88_000) this.heard.splice(0, this.heard.length - 80_000);
    });
  }

  static async open(address: string): Promise<Rtp> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, address, resolve));
    return new Rtp(socket);
  }

  /** Sends to where an SDP says; `tone` tells the frequency at a time in seconds, 0 for silence. */
  speak(sdp: string, tone: (seconds: number) => number): void {
    const address = /^c=IN IP4 (\S+)/m.exec(sdp)?.[1] ?? '127.0.0.1';
    const port = Number(/^m=audio (\d+)/m.exec(sdp)?.[1]);
    const began = performance.now();
    this.#timer = setInterval(() => {
      // As many packets as the time asks for, however late the timer comes.
      while (this.#sequence * 20 < performance.now() - began) this.#send(address, port, tone);
    }, 20);
  }

  #send(address: string, port: number, tone: (seconds: number) => number): void {
    const packet = Buffer.alloc(172);
    packet[0] = 0x80;
    packet.writeUInt16BE(this.#sequence & 0xffff, 2);
    packet.writeUInt32BE(this.#sequence * 160, 4);
    packet.writeUInt32BE(0x1234, 8);
    for (let n = 0; n < 160; n++) {
      const seconds = (this.#sequence * 160 + n) / 8_000;
      packet[12 + n] = muLaw(0.4 * Math.sin(2 * Math.PI * tone(seconds) * seconds));
    }
    this.#sequence++;
    this.#socket.send(packet, port, address);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#socket.close();
  }
}
