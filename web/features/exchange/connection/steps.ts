import type { PhoneAccess } from '#shared/exchange/commands.ts';
import { api } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';

/*
 * The test of the way to the exchange, step by step: the product asks the exchange, and this browser tries what an
 * agent's would need. A step that fails ends the test, as those after it need what it has not shown.
 */

export const stepNames = {
  bridge: 'The exchange answers',
  calls: 'It can make calls',
  phone: 'It lets a phone register',
  websocket: 'This browser reaches it',
  register: 'A phone of this browser is registered',
  network: 'STUN and TURN answer',
  echo: 'Sound comes back from an echo call',
} as const;
export type Step = keyof typeof stepNames;
export const steps = Object.keys(stepNames) as Step[];

export interface Outcome {
  result: 'running' | 'ok' | 'failed' | 'skipped';
  /** What was found, in a sentence. */
  text: string;
}

/** What a step has found that the ones after it need. */
interface Found {
  phone?: string;
  password?: string;
  access?: PhoneAccess;
  /** Calls the echo by the phone that is registered. */
  echo?: () => Promise<number>;
  closing: (() => unknown)[];
}

const ok = (text: string): Outcome => ({ result: 'ok', text });
const skipped = (text: string): Outcome => ({ result: 'skipped', text });

/** Ms that a step may take in the browser. */
const stepMs = 8_000;

/** @throws Error with the sentence where `work` takes longer */
export async function within<T>(work: Promise<T>, late: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(late)), stepMs);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

const doing: Readonly<Record<Step, (found: Found) => Promise<Outcome>>> = {
  async bridge() {
    const { isReached, ms, text } = await api.telephony.testExchange({});
    if (!isReached) throw new Error(text);
    return ok(`In ${ms} ms.`);
  },

  async calls() {
    const { isUp, text } = await api.telephony.testExchange({});
    if (!isUp) throw new Error(text);
    return ok(text);
  },

  async phone(found) {
    const { phone, password, access } = await api.telephony.testPhone({});
    Object.assign(found, { phone, password, access });
    found.closing.push(() => api.telephony.removeTestPhone({ phone }));
    return ok(`As ${phone}.`);
  },

  async websocket({ access }) {
    if (access?.driver !== 'sip') return skipped('The sandbox’s phone needs no websocket.');
    const begun = performance.now();
    const { url } = access;
    const help = `Nothing answers at ${url}. Is the address right, its certificate good, and does your installation allow it (phoneUrl)?`;
    await within(
      new Promise<void>((resolve, reject) => {
        const socket = new WebSocket(url, 'sip');
        socket.onopen = () => {
          socket.close();
          resolve();
        };
        socket.onerror = () => reject(new Error(help));
      }),
      help,
    );
    return ok(`${url} opens in ${Math.round(performance.now() - begun)} ms.`);
  },

  async register(found) {
    const { access, phone, password } = found;
    if (access?.driver !== 'sip') return skipped('The sandbox’s phone is a page of its own.');
    const { TestPhone } = await import('./TestPhone.ts');
    const made = new TestPhone({ access, phone: phone!, password: password! });
    found.closing.push(() => made.close());
    await within(made.register(), 'The exchange does not answer a registration.');
    found.echo = () => made.echo();
    return ok('By its password, which ends with this test.');
  },

  async network({ access }) {
    if (access?.driver !== 'sip') return skipped('The sandbox needs no servers for that.');
    const { iceServers } = access;
    if (iceServers.length === 0)
      return skipped('None is set up: agents behind strict firewalls may hear nothing.');
    const kinds = await candidateKinds(iceServers);
    const wanted = iceServers.flatMap(({ urls }) => (urls.startsWith('turn') ? ['relay'] : ['srflx']));
    const missing = [...new Set(wanted)].filter((kind) => !kinds.has(kind));
    if (missing.length > 0)
      throw new Error(
        `${missing.map((kind) => (kind === 'relay' ? 'TURN' : 'STUN')).join(' and ')} gave no address.`,
      );
    return ok(
      wanted.includes('relay') ? 'A relay is there for strict firewalls.' : 'The outer address is known.',
    );
  },

  async echo({ echo }) {
    if (!echo) return skipped('The sandbox’s phone has no sound of its own.');
    const bytes = await echo();
    return ok(`${bytes.toLocaleString()} bytes came back.`);
  },
};

/** The kinds of addresses that the servers help this browser to. */
async function candidateKinds(iceServers: RTCIceServer[]): Promise<Set<string>> {
  const connection = new RTCPeerConnection({ iceServers });
  const kinds = new Set<string>();
  try {
    connection.createDataChannel('test');
    const done = new Promise<void>((resolve) => {
      connection.onicecandidate = ({ candidate }) => {
        if (candidate?.type) kinds.add(candidate.type);
        if (!candidate) resolve();
      };
    });
    await connection.setLocalDescription(await connection.createOffer());
    await within(done, 'late').catch(() => undefined);
    return kinds;
  } finally {
    connection.close();
  }
}

/** Runs the steps in their order and tells of each; what it has set up it takes away. */
export async function runSteps(tell: (step: Step, outcome: Outcome) => void): Promise<void> {
  const found: Found = { closing: [] };
  let failed = false;
  for (const step of steps) {
    if (failed) {
      tell(step, skipped('Not tried.'));
      continue;
    }
    tell(step, { result: 'running', text: '' });
    try {
      tell(step, await doing[step](found));
    } catch (error) {
      failed = true;
      tell(step, { result: 'failed', text: messageOf(error) });
    }
  }
  for (const close of found.closing.reverse()) await Promise.resolve(close()).catch(() => undefined);
}
