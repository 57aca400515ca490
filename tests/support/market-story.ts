import { closeBrowser, type Visit, visit, visitWorkspace } from './browser.ts';
import type { Product } from './product.ts';
import { signInOn } from './screens.ts';
import { shareProduct } from './workspace.ts';

/** Two workspaces of the market in the browser: a vendor of one is in their shop, an admin of the other in the office. */
export interface MarketStory {
  seller: Product;
  buyer: Product;
  shop: Visit;
  office: Visit;
  shopId: string;
  /** To be called behind all tests. @returns what the pages complained of, which should be nothing */
  close(): Promise<string[]>;
}

/** @param balanceCents US cents that the buyer has to begin with */
export async function openMarket({
  vendorName,
  shopName,
  balanceCents = 0,
}: {
  vendorName: string;
  shopName: string;
  balanceCents?: number;
}): Promise<MarketStory> {
  const seller = await shareProduct({ vendor: vendorName });
  const buyer = await shareProduct();
  if (balanceCents > 0) {
    const operator = await buyer.signIn('operator', 1);
    await operator.ask('POST', '/marketplace/receipts', {
      tenantId: buyer.tenantId,
      amountCents: balanceCents,
      reference: `Transfer ${buyer.tenantId}`,
    });
  }
  const admin = await seller.signIn('admin', seller.tenantId);
  const { users } = await admin.ask<{ users: { userId: string }[] }>('GET', '/users?role=vendor');
  const { id: shopId } = await admin.ask<{ id: string }>('POST', '/marketplace/providers', {
    name: shopName,
    ownerId: users[0]!.userId,
  });
  visitWorkspace(seller.tenantId);
  const shop = await visit(seller.origin);
  await signInOn(shop.page, 'vendor');
  visitWorkspace(buyer.tenantId);
  const office = await visit(buyer.origin);
  await signInOn(office.page, 'admin');
  const close = async () => {
    await closeBrowser();
    await buyer.stop();
    return [...shop.problems, ...office.problems];
  };
  return { seller, buyer, shop, office, shopId, close };
}
