import { didViewer, everyDid } from '#functions/dids/api.ts';
import { pagination } from '#functions/kernel/paging.ts';
import { recentOrders, syncNumbers } from '#functions/messages/api.ts';
import type { Did, DidStatus, RentingCarrier } from '#shared/model/did.ts';

/** Numbers that a carrier rents out to the workspace, did, or is about to. */
async function numbersOf(carrier: RentingCarrier): Promise<Did[]> {
  const [every, view] = await Promise.all([everyDid(), didViewer()]);
  return every
    .filter(
      ({ carrier: own, messaging, pendingSince }) =>
        messaging?.provider === carrier || (own === carrier && pendingSince !== null),
    )
    .map(view);
}

interface Asked {
  page: number;
  limit: number;
  status?: DidStatus | undefined;
}

/** A carrier's numbers in their order, and the purchases and returns that are open or failed within a day. */
export async function purchased(carrier: RentingCarrier, { page, limit, status }: Asked) {
  const [numbers, orders] = await Promise.all([numbersOf(carrier), recentOrders(carrier)]);
  const found = numbers.filter((one) => !status || one.status === status);
  return {
    numbers: found.slice((page - 1) * limit, page * limit),
    orders: orders.map(({ didId, phoneNumber, kind, status: state, reason, updatedAt }) => ({
      id: didId,
      phoneNumber,
      kind,
      status: state === 'open' ? ('open' as const) : ('failed' as const),
      reason,
      updatedAt,
    })),
    pagination: pagination(page, limit, found.length),
  };
}

/** Takes in what a carrier says of its numbers; one that it does not name any more is released. */
export async function syncCarrier(carrier: RentingCarrier) {
  const { added, removed, trouble } = await syncNumbers(carrier);
  return { added, removed, numbers: await numbersOf(carrier), trouble: trouble.map(({ text }) => text) };
}
