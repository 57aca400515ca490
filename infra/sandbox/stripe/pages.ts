import { escapeHtml, page } from '../http.ts';
import type { StripeObject } from './store.ts';

/* Stripe's own pages: where a card is charged, and where the holder of an account gives details. */

const style = `
:root{color-scheme:dark light;font-family:Inter,system-ui,sans-serif}
body{margin:0;background:#0b1220;color:#e8ecf4}main{max-width:420px;margin:0 auto;padding:4rem 1.25rem}
small{color:#9fb0cc;display:block;margin-bottom:1.5rem}h1{margin:0 0 .25rem;font-size:2.2rem}
p{color:#9fb0cc;line-height:1.5;margin:.25rem 0 1.5rem}.bad{color:#ff9a8a}
form{display:grid;gap:.7rem}button{font:inherit;font-weight:600;padding:.8rem 1rem;border:0;border-radius:8px;background:#f5a524;color:#1b1300;cursor:pointer}
button.other{background:transparent;border:1px solid #3a4d72;color:#e8ecf4}a{color:#f5a524}
:focus-visible{outline:2px solid #f5a524;outline-offset:2px}`;

const framed = (title: string, body: string) =>
  page(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style><main><small>Sandbox of Stripe: no card is charged, no money moves</small>${body}</main></html>`);

const button = (deed: string, label: string, more = '') =>
  `<button name="deed" value="${deed}"${more}>${label}</button>`;
const other = ' class="other"';

export function checkoutPage(session: StripeObject, isDeclined: boolean) {
  const amount = `$${(Number(session.amount_total) / 100).toFixed(2)}`;
  const back = `<a href="${escapeHtml(String(session.cancel_url))}">Back</a>`;
  if (session.status !== 'open')
    return framed('Checkout', `<h1>${amount}</h1><p>This page is ${session.status}.</p>${back}`);
  return framed(
    'Checkout',
    `<h1>${amount}</h1><p>${escapeHtml(String(session.description))}</p>
${isDeclined ? '<p class="bad" role="alert">The card was declined. Try another one.</p>' : ''}
<form method="post">${button('pay', `Pay ${amount}`)}${button('decline', 'Decline the card', other)}${button('expire', 'Let the page run out', other)}</form>
<p>${back}</p>`,
  );
}

export function connectPage(account: StripeObject) {
  const { id } = account;
  return framed(
    'Connect',
    `<h1>Payout account</h1><p>The holder of ${escapeHtml(id)} gives name, address and bank here.</p>
<form method="post">${button('complete', 'Give all details')}${button('leave', 'Leave details out', other)}${button('reject', 'Be rejected', other)}</form>`,
  );
}
