import { clock } from '#functions/kernel/clock.ts';
import { type Channel, type Consents, channels } from '#shared/model/lead.ts';
import { keepSeconds } from './check.ts';
import { noteWithdrawal } from './contact.ts';
import { putKeptConsents } from './store.ts';

interface Consenting {
  id: string;
  phones: readonly { number: string }[];
  emails: readonly string[];
  consent: Consents;
}

const addressesOf = ({ phones, emails }: Consenting, channel: Channel): string[] =>
  channel === 'email' ? [...emails] : phones.map(({ number }) => number);

/**
 * Keeps what a lead that is about to be erased said about being contacted: opt-outs where every contact asks for them, and
 * all of it as evidence. It bears being called twice.
 */
export async function keepConsents(lead: Consenting): Promise<void> {
  const expiresAt = clock.seconds() + keepSeconds;
  for (const channel of channels) {
    const { state, at, how, by, proof } = lead.consent[channel];
    if (state === 'unknown') continue;
    const addresses = addressesOf(lead, channel);
    await putKeptConsents(
      addresses.map((address) => ({ address, leadId: lead.id, channel, state, at, how, proof, expiresAt })),
    );
    if (state === 'withdrawn')
      for (const address of addresses)
        await noteWithdrawal(
          channel === 'email' ? { email: address } : { phone: address },
          channel,
          how,
          by ?? 'person',
        );
  }
}
