import { smsProviderOf } from '../providers/index.ts';
import type { AvailableNumber, NumberSearch } from '../providers/types.ts';
import { smsAccount } from '../settings/accounts.ts';
import { readSettings } from '../settings/store.ts';
import { toAppError } from './orders.ts';

/** Numbers that a carrier would sell now, with their prices. @throws 409 without keys; 422, 502 */
export async function searchNumbers(
  carrier: string,
  search: NumberSearch,
): Promise<{ numbers: AvailableNumber[]; sandbox: boolean }> {
  const account = await smsAccount(await readSettings(), carrier);
  try {
    return { numbers: await smsProviderOf(carrier).available(account, search), sandbox: account.sandbox };
  } catch (error) {
    throw toAppError(error);
  }
}
