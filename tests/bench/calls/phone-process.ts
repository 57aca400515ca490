import { Phone } from '#tests/asterisk/support/phone.ts';
import { serve } from './helper.ts';

let phone: Phone | undefined;

/** Nanoseconds of a clock that all processes of this machine share. */
const rungAt: bigint[] = [];
let heard: () => void = () => undefined;

/** An agent's phone that declines at once, and notes when it rang. */
const orders = {
  async open({ url, name, password }: { url: string; name: string; password: string }) {
    phone = await Phone.register(url, name, password);
    phone.does = 'decline';
    const { peer } = phone;
    const take = peer.onInvite;
    peer.onInvite = (call) => {
      rungAt.push(process.hrtime.bigint());
      heard();
      take(call);
    };
  },
  /** When it rang, as soon as it has rung. */
  async rung(): Promise<string> {
    while (rungAt.length === 0)
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    return String(rungAt.shift());
  },
};
export type PhoneOrders = typeof orders;

serve(orders);
