import type { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import type { RentingCarrier } from '#shared/model/did.ts';

interface Account {
  data?: { phone_number: string }[];
  incoming_phone_numbers?: { phone_number: string }[];
}

/** The numbers that a carrier's sandbox says the account of a tenant has, asked for by the carrier's own wire format. */
export async function ownedNumbers(
  sandbox: TestSandbox,
  carrier: RentingCarrier,
  tenantId: number,
): Promise<string[]> {
  const token = `sandbox-${tenantId}`;
  const basic = `Basic ${Buffer.from(`${token}:${token}`).toString('base64')}`;
  const [path, authorization] =
    carrier === 'twilio'
      ? [`/twilio/2010-04-01/Accounts/${token}/IncomingPhoneNumbers.json`, basic]
      : ['/telnyx/v2/phone_numbers', `Bearer ${token}`];
  const { body } = await sandbox.ask<Account>('GET', path, undefined, { authorization });
  return (body.data ?? body.incoming_phone_numbers ?? []).map(({ phone_number: number }) => number);
}
