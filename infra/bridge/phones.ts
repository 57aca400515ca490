import type { Phone, PhoneAccess } from '#shared/exchange/commands.ts';
import { type Parts, tellAccount } from './calls.ts';
import { Refusal } from './refusal.ts';
import { turnAccess } from './turn.ts';

interface State {
  registered: boolean;
  since: number;
}

/** What an endpoint has for a browser, and what for a desk phone, which speaks plain SIP from behind a router. */
const ofBrowser = { transport: 'phones', webrtc: 'yes', allow: 'opus,ulaw' };
const ofDeskPhone = {
  transport: 'desk-phones',
  allow: 'opus,g722,ulaw,alaw',
  rtp_symmetric: 'yes',
  force_rport: 'yes',
  rewrite_contact: 'yes',
};

/** A text that Asterisk takes as it is: letters, digits and what addresses are written with, in one line. */
const plainText = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N} .,;:#/()'-]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

const fieldsOf = (values: Record<string, string>) => ({
  fields: Object.entries(values).map(([attribute, value]) => ({ attribute, value })),
});

/** Agents' phones: endpoints of Asterisk that are put into its database, and whether they are registered. */
export class Phones {
  readonly #parts: Parts;
  readonly #states = new Map<string, State>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get registered(): number {
    return [...this.#states.values()].filter(({ registered }) => registered).length;
  }

  isRegistered(name: string): boolean {
    return this.#states.get(name)?.registered ?? false;
  }

  states(tenant: number): { phone: string; registered: boolean; since: string }[] {
    return this.#parts.journal
      .all<Phone>('phone')
      .filter((one) => one.tenant === tenant)
      .map(({ name }) => {
        const { registered, since } = this.#states.get(name) ?? { registered: false, since: 0 };
        return { phone: name, registered, since: new Date(since).toISOString() };
      });
  }

  /** @throws Refusal when Asterisk is away: a phone that cannot register is of no use */
  async put(tenant: number, name: string, phone: Phone): Promise<PhoneAccess> {
    if (!/^[\w .@:;,()+-]*$/.test(phone.password))
      throw new Refusal('invalid_input', 'The password holds letters, digits and . @ : ; , ( ) + - _ alone.');
    const before = this.#parts.journal.find<Phone>('phone', name);
    await this.#push(name, phone);
    this.#parts.journal.put('phone', tenant, name, phone);
    if (before?.kind !== phone.kind) await this.look(name);
    const { phoneUrl, iceServers, turn } = this.#parts.settings;
    const servers = turn ? [...iceServers, turnAccess(turn, name, phone.expiresAt)] : iceServers;
    return { driver: 'sip', url: phoneUrl, sipUri: `sip:${name}@exchange`, iceServers: servers };
  }

  async #push(name: string, { kind, password, callerId, location }: Phone): Promise<void> {
    const { ari } = this.#parts;
    if (!ari.connected) throw new Refusal('down', 'Asterisk is not connected.');
    // It does not register: it is dialled by the carrier.
    if (kind === 'outside') return this.#withdraw(name);
    const put = (type: string, values: Record<string, string>) =>
      ari.request('PUT', `asterisk/config/dynamic/res_pjsip/${type}/${name}`, {}, fieldsOf(values));
    await put('auth', { auth_type: 'userpass', username: name, password });
    // One browser holds a phone at a time: the last to register has it.
    await put('aor', {
      max_contacts: '1',
      remove_existing: 'yes',
      support_path: 'no',
      maximum_expiration: '600',
    });
    await put('endpoint', {
      context: 'from-phone',
      identify_by: 'username',
      auth: name,
      aors: name,
      // Before what is allowed, which it would else take back.
      disallow: 'all',
      ...(kind === 'desk' ? ofDeskPhone : ofBrowser),
      // A REFER would start a transfer that the product knows nothing of.
      allow_transfer: 'no',
      direct_media: 'no',
      dtmf_mode: 'rfc4733',
      ...(callerId ? { callerid: `<${callerId.replace(/[^+\d]/g, '')}>` } : {}),
      // Where it stands, for its emergency calls (dial-plan.ts): a tag stays inside of Asterisk, and outlives a restart.
      ...(location ? { callerid_tag: plainText(location) } : {}),
    });
  }

  async remove(tenant: number, name: string): Promise<boolean> {
    const known = this.#parts.journal.remove('phone', tenant, name);
    if (!known) return false;
    await this.#withdraw(name);
    this.#note(name, false);
    return true;
  }

  /** Asterisk knows a phone no more. */
  async #withdraw(name: string): Promise<void> {
    for (const type of ['endpoint', 'aor', 'auth'])
      await this.#parts.ari.attempt('DELETE', `asterisk/config/dynamic/res_pjsip/${type}/${name}`);
  }

  /** Phones whose session is over may not register any more. */
  async expire(): Promise<void> {
    for (const { tenant, name, value } of this.#parts.journal.all<Phone>('phone'))
      if (value.expiresAt && Date.parse(value.expiresAt) <= Date.now()) await this.remove(tenant, name);
  }

  /** After a restart of either side: Asterisk may have lost its database, and phones have come and gone. */
  async reconcile(): Promise<void> {
    for (const { name, value } of this.#parts.journal.all<Phone>('phone')) {
      await this.#push(name, value);
      await this.look(name);
    }
  }

  /** Something about a phone has changed: Asterisk is asked whether it can be reached. One outside always can. */
  async look(name: string): Promise<void> {
    if (!/^t\d{1,10}-\d{2,8}$/.test(name)) return;
    if (this.#parts.journal.find<Phone>('phone', name)?.kind === 'outside') return this.#note(name, true);
    try {
      const answer = await this.#parts.ari.request('GET', `endpoints/PJSIP/${name}`);
      this.#note(name, (answer as { state: string }).state === 'online');
    } catch {
      // It was removed, or Asterisk is gone; then everything is looked at when it is back.
    }
  }

  #note(name: string, registered: boolean): void {
    if (this.isRegistered(name) === registered) return;
    this.#states.set(name, { registered, since: Date.now() });
    const tenant = Number(/^t(\d+)-/.exec(name)?.[1]);
    const event = registered ? 'phone-registered' : 'phone-gone';
    tellAccount(this.#parts, tenant, `phone ${name}`, { event, phone: name });
  }

  /** Asterisk is gone, and with it every phone's connection. */
  lost(): void {
    for (const name of this.#states.keys()) this.#note(name, false);
  }
}
