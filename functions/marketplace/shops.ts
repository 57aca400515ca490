import { actor, asSystem, currentUser, tenantOf } from '#functions/kernel/actor.ts';
import { changeVersioned } from '#functions/kernel/change-versioned.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, forbidden, notFound } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit } from '#functions/kernel/table.ts';
import { customerOr404, inCustomer } from '#functions/platform/api.ts';
import { findUser } from '#functions/users/api.ts';
import { marketLimits, type Provider } from '#shared/model/market.ts';
import { onPlatform } from './order-store.ts';
import {
  allShops,
  findShop,
  insertShop,
  replaceShop,
  type StoredShop,
  shopChanged,
  shopsOf,
} from './shop-store.ts';

export const isOperator = (): boolean => {
  const who = actor();
  return who.kind === 'user' && who.role === 'operator';
};

/** Whether the actor sells in a shop: a vendor in their own, an admin and an API key in all of the workspace. */
export function sellsIn({
  sellerTenantId,
  ownerId,
}: Pick<StoredShop, 'sellerTenantId' | 'ownerId'>): boolean {
  const who = actor();
  if (who.kind !== 'user' && who.kind !== 'key') return false;
  if (sellerTenantId !== who.tenantId) return false;
  return who.kind === 'key' || who.role === 'admin' || ownerId === who.userId;
}

/** The shops in which the actor sells. */
export const ownShops = async (): Promise<StoredShop[]> => (await shopsOf(tenantOf())).filter(sellsIn);

/** A shop in which the actor sells. @throws 404 */
export async function ownShop(providerId: string): Promise<StoredShop> {
  const shop = await findShop(providerId);
  if (!shop || !sellsIn(shop)) throw notFound('The shop');
  return shop;
}

export const isVendor = (): boolean => {
  const who = actor();
  return who.kind === 'user' && who.role === 'vendor';
};

function view(shop: StoredShop): Provider {
  const { providerId: id, name, ownerId, status, version, sellerTenantId, commissionPercent } = shop;
  const isOwn = sellerTenantId === tenantOf();
  const knows = isOperator() || sellsIn(shop);
  return {
    id,
    name,
    status,
    version,
    isOwn,
    ownerId: knows ? ownerId : '',
    tenantId: knows ? sellerTenantId : null,
    commissionPercent: knows ? commissionPercent : null,
  };
}

/** A vendor's own shops; for others those that sell, or those of their workspace; for the operator all. */
export async function listShops(scope: 'market' | 'own' = 'market'): Promise<{ providers: Provider[] }> {
  if (isOperator()) return { providers: (await allShops()).map(view) };
  if (isVendor() || scope === 'own') return { providers: (await ownShops()).map(view) };
  return { providers: (await allShops()).filter(({ status }) => status === 'active').map(view) };
}

/** Adds a shop to the platform's list. @throws 409 'too_many_shops' */
export async function addShop(
  of: Pick<StoredShop, 'name' | 'ownerId' | 'sellerTenantId' | 'commissionPercent'>,
): Promise<StoredShop> {
  const there = await shopsOf(of.sellerTenantId);
  if (there.length >= marketLimits.providers)
    throw conflict(`A workspace has at most ${marketLimits.providers} shops.`, undefined, 'too_many_shops');
  const now = clock.iso();
  const shop: StoredShop = {
    ...of,
    providerId: newId('mpr'),
    status: 'active',
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await onPlatform(() => commit(insertShop(shop)));
  return shop;
}

interface NewShop {
  name: string;
  ownerId: string;
  tenantId?: number | undefined;
  commissionPercent?: number | undefined;
}

/**
 * Opens a shop for a vendor: an admin for one of the workspace, the operator for one of any. The commission is the
 * operator's to set. @throws 400, 403, 404, 409
 */
export async function openShop({ name, ownerId, tenantId, commissionPercent }: NewShop): Promise<Provider> {
  const { userId } = currentUser();
  const sellerTenantId = isOperator() ? (tenantId ?? tenantOf()) : tenantOf();
  if (!isOperator() && tenantId !== undefined && tenantId !== sellerTenantId) throw notFound('The tenant');
  if (!isOperator() && commissionPercent !== undefined)
    throw forbidden('The commission is set by whoever runs the platform.');
  const customer = await customerOr404(sellerTenantId);
  const owner = await asSystem(sellerTenantId, userId, () => findUser(ownerId));
  if (!owner?.isActive || owner.role !== 'vendor')
    throw badRequest('The owner is not an active user with the role vendor.', { field: 'ownerId' });
  const shop = await addShop({ name, ownerId, sellerTenantId, commissionPercent: commissionPercent ?? 0 });
  if (isOperator())
    await noteInLog(customer, `shop “${name}” opened, commission ${shop.commissionPercent} %`);
  return view(shop);
}

/** Notes what the operator did on the market in the audit log of the workspace, and in the platform's. */
export const noteInLog = (customer: { id: number; name: string }, what: string): Promise<void> =>
  inCustomer(customer, (target, record) => record('operator.market', target, { what }));

interface ShopChanges {
  status?: StoredShop['status'] | undefined;
  commissionPercent?: number | undefined;
}

/** Suspends a shop, lets it sell again, or sets its commission on orders to come. @throws 404, 409 */
export async function changeShop(
  providerId: string,
  changes: ShopChanges,
  version: number | undefined,
): Promise<Provider> {
  const { after } = await onPlatform(() =>
    changeVersioned({
      read: async () => {
        const shop = await findShop(providerId);
        if (!shop) throw notFound('The shop');
        return shop;
      },
      change: () => givenOf(changes),
      write: (was, is) => commit(replaceShop(was, is)),
      changedSince: shopChanged,
      version,
    }),
  );
  await noteInLog(
    await customerOr404(after.sellerTenantId),
    `shop “${after.name}” ${after.status}, commission ${after.commissionPercent} %`,
  );
  return view(after);
}
