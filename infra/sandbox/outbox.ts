import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, escapeHtml, json, page, readBody } from './http.ts';
import type { Route } from './index.ts';
import { keepMail, mailOutcome } from './mail.ts';
import type { OutboxStore, Sent } from './outbox-store.ts';
import type { Scripts } from './scripts.ts';
import type { SesEvents } from './ses-events.ts';

/* What the product sends to people and to other systems ends here: e-mail as SES takes it, and webhooks. */

interface SendEmail {
  FromEmailAddress?: string;
  Destination?: { ToAddresses?: string[]; CcAddresses?: string[]; BccAddresses?: string[] };
  ReplyToAddresses?: string[];
  ConfigurationSetName?: string;
  EmailTags?: { Name: string; Value: string }[];
  Content?: {
    Simple?: {
      Subject?: { Data?: string };
      Body?: { Text?: { Data?: string }; Html?: { Data?: string } };
      Headers?: { Name: string; Value: string }[];
    };
    /** A whole message, in base64. */
    Raw?: { Data?: string };
  };
}

const style = `
:root{color-scheme:dark light;font-family:Inter,system-ui,sans-serif}
body{margin:0;background:#0b1220;color:#e8ecf4}main{max-width:820px;margin:0 auto;padding:3rem 1.25rem}
h1{margin:0 0 .25rem;font-size:1.8rem}p{color:#9fb0cc;margin:.25rem 0 2rem}
article{background:#141f35;border:1px solid #26344f;border-radius:12px;padding:1rem 1.2rem;margin-bottom:1rem}
a{color:#f5a524}h2{font-size:1.05rem;margin:0 0 .3rem}small{color:#9fb0cc;display:block}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.8rem 0 0;font:inherit;line-height:1.5}
pre.code{font-family:ui-monospace,monospace;font-size:.85rem}`;

const article = ({ kind, at, target, subject, body, notes }: Sent) =>
  `<article><h2>${escapeHtml(subject)}</h2><small>${kind === 'mail' ? 'E-mail to' : 'Webhook'} ${escapeHtml(target)}
 · <time datetime="${at}">${at.replace('T', ' ').slice(0, 19)} UTC</time></small>${notes ? `<small>${escapeHtml(notes)}</small>` : ''}
<pre${kind === 'hook' ? ' class="code"' : ''}>${escapeHtml(body)}</pre></article>`;

const listPage = (sent: Sent[]) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta http-equiv="refresh" content="5"><title>Sandbox outbox</title>
<style>${style}</style></head><body><main><h1>Sandbox outbox</h1>
<p>E-mail and webhooks of this machine end here instead of at their receivers. A form’s webhook reaches this page at
https://hooks.dealbell.test/ and any path. Text messages and calls end on the <a href="/sandbox/phone">phone</a>.</p>
${sent.map(article).join('') || '<p>Nothing has been sent yet.</p>'}</main></body></html>`;

const pretty = (body: string) => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

const sesError = (status: number, type: string, message: string): Answer => ({
  ...json(status, { message }),
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': type },
});

/** What SES answers to SendEmail of its API v2. */
async function sendEmail(
  store: OutboxStore,
  scripts: Scripts,
  events: SesEvents,
  mail: SendEmail,
): Promise<Answer> {
  const { Destination: given = {}, Content: content, FromEmailAddress: from, ReplyToAddresses: reply } = mail;
  const to = [given.ToAddresses, given.CcAddresses, given.BccAddresses].flatMap((list) => list ?? []);
  const { reject, delayMs } = mailOutcome(scripts, to);
  if (reject) return sesError(400, 'MessageRejected', `Address ${reject} is on the suppression list.`);
  await pause(delayMs);
  const answer = (messageId: string): Answer => {
    events.taken({
      messageId,
      from: from ?? '',
      to,
      subject: content?.Simple?.Subject?.Data ?? '',
      configurationSet: mail.ConfigurationSetName ?? '',
      tags: Object.fromEntries((mail.EmailTags ?? []).map(({ Name, Value }) => [Name, Value])),
    });
    return json(200, { MessageId: messageId });
  };
  const raw = content?.Raw?.Data;
  if (raw) {
    const bytes = Buffer.from(raw, 'base64');
    return answer(await keepMail(store, { from: from ?? '', to, raw: bytes, via: 'SES' }));
  }
  const simple = content?.Simple;
  if (!from || to.length === 0 || !simple?.Subject?.Data)
    return sesError(
      400,
      'BadRequestException',
      'FromEmailAddress, Destination and Content.Simple.Subject are required.',
    );
  const html = simple.Body?.Html?.Data ?? '';
  const headers = Object.fromEntries(
    (simple.Headers ?? []).map(({ Name, Value }) => [Name.toLowerCase(), Value]),
  );
  const MessageId = store.add({
    kind: 'mail',
    target: to.join(', '),
    subject: simple.Subject.Data,
    body: simple.Body?.Text?.Data ?? html,
    notes: `From ${from}${reply?.length ? ` · reply to ${reply.join(', ')}` : ''}`,
    html,
    headers: JSON.stringify(headers),
  });
  return answer(MessageId);
}

/** SES's SendEmail (API v2), webhooks, and the page /sandbox/mail that shows both (as JSON at /sandbox/mail.json). */
export function outboxRoutes(store: OutboxStore, scripts: Scripts, events: SesEvents): Route {
  return async (request, url) => {
    const { pathname } = url;
    if (pathname === '/sandbox/mail') return page(listPage(store.list()));
    if (pathname === '/sandbox/mail.json')
      return json(200, { sent: store.list(url.searchParams.get('to') ?? '') });
    if (request.method !== 'POST') return undefined;
    if (pathname === '/ses/v2/email/outbound-emails') {
      const outage = scripts.outage('ses');
      const down = outage && sesError(outage.status, 'InternalServiceErrorException', 'Service unavailable.');
      if (down && !outage.lost) return down;
      const answer = await sendEmail(
        store,
        scripts,
        events,
        JSON.parse(await readBody(request)) as SendEmail,
      );
      return down ?? answer;
    }
    if (pathname.startsWith('/sandbox/hooks/')) {
      const body = pretty(await readBody(request));
      const key = request.headers['idempotency-key'];
      const target = `https://hooks.dealbell.test${pathname.slice('/sandbox/hooks'.length)}`;
      store.add({ kind: 'hook', target, subject: 'POST', body, notes: key ? `Idempotency-Key ${key}` : '' });
      return json(200, { ok: true });
    }
    return undefined;
  };
}
