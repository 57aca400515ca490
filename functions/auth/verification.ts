import { z } from 'zod';
import { withToken } from '#functions/accountGuard/api.ts';
import { tenantOf } from '#functions/kernel/actor.ts';
import { tenantById } from '#functions/tenants/api.ts';
import { confirmAddress } from '#functions/users/api.ts';

/** What the link that confirms an address holds. */
const addressLink = z.object({ address: z.string() });

/** Takes the address for confirmed that a link was mailed to. @throws 400 'link_invalid'; 409 'email_taken' */
export const verifyEmail = (token: string): Promise<{ email: string; tenantName: string }> =>
  withToken('verify-email', token, async ({ subject, data, spending }) => {
    const { address } = addressLink.parse(data);
    await confirmAddress(subject, address, spending);
    const { name } = await tenantById(tenantOf());
    return { email: address, tenantName: name };
  });
