import { visit } from '#tests/support/browser.ts';
import { signIn } from '#tests/support/inbox.ts';
import { listening, withoutPolls } from '#tests/support/live-pages.ts';
import type { Caller, Product } from '#tests/support/product.ts';
import { Listener } from '#tests/support/push-listener.ts';
import { p50AndP95 } from './figures.ts';

/** An admin's page that lives by hints alone, and a bare websocket that hears the hints of one topic. */
export async function openByHints(product: Product, admin: Caller, topic: string, path: string) {
  const { url } = await admin.ask<{ url: string }>('GET', '/push-channel');
  const bare = await Listener.open(url, admin.token);
  await bare.init();
  await bare.subscribe(`/tenant/1/topic/${topic}`);
  const { page } = await visit(product.origin);
  await withoutPolls(page);
  const subscribed = listening(page);
  await signIn(page, 'admin', path);
  await subscribed;
  return { page, bare };
}

/** Says how long something took, each time in ms. */
export function tellTimes(name: string, times: readonly number[], of: string) {
  const { p50Ms, p95Ms } = p50AndP95(times);
  console.log(`${name}: p50 ${p50Ms} ms, p95 ${p95Ms} ms over ${times.length} ${of}`);
  return { p50Ms, p95Ms };
}
