import { admitTenant, find } from './store.ts';

/** The write by which a trial's first admin, who has just confirmed their address, lets it send; none where it may. */
export async function confirmationWrites(): Promise<object[]> {
  const tenant = await find();
  return tenant?.awaitsVerification ? [admitTenant()] : [];
}
