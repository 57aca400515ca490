import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { type Answers, answer, answersTo } from './answers.ts';
import { chatAnswer, chatCard } from './chat.ts';
import { type Answer, escapeHtml, json, page, readBody, redirect } from './http.ts';
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
.chat{margin-top:.8rem;border-left:4px solid #f5a524;padding-left:.9rem}.chat img{max-width:100%;border-radius:8px;display:block}
.chat .said{color:#e8ecf4;margin:0 0 .5rem}.chat .links{margin:.7rem 0 0}.chat a.button{display:inline-block;border:1px solid #3a4d72;border-radius:8px;padding:.35rem .8rem;text-decoration:none}
iframe{width:100%;height:26rem;margin-top:.7rem;border:0;border-radius:8px;background:#fff}
pre.code{font-family:ui-monospace,monospace;font-size:.85rem}
details{margin-top:.9rem}summary{cursor:pointer;color:#f5a524;width:fit-content}form{display:grid;gap:.6rem;margin-top:.7rem}
label{display:grid;gap:.3rem;color:#9fb0cc}label.line{display:block}
textarea{font:inherit;color:inherit;background:#0b1220;border:1px solid #3a4d72;border-radius:8px;padding:.6rem;color:#e8ecf4}
button{font:inherit;font-weight:600;justify-self:start;padding:.5rem 1rem;border:0;border-radius:8px;background:#f5a524;color:#1b1300;cursor:pointer}
:focus-visible{outline:2px solid #f5a524;outline-offset:2px}`;

const replyForm = (sent: Sent) =>
  answersTo(sent)
    ? `<details><summary>Reply</summary><form method="post" action="/sandbox/mail/replies">
<input type="hidden" name="id" value="${escapeHtml(sent.id)}">
<label>Reply as ${escapeHtml(sent.target)}<textarea name="text" rows="4" required></textarea></label>
<label class="line"><input type="checkbox" name="automatic"> An automatic reply (out of the office)</label>
<button>Send reply</button></form></details>`
    : '';

/** What a webhook came with, one a line. */
function headersOf({ kind, headers }: Sent): string {
  const all = Object.entries(JSON.parse(headers) as Record<string, string>);
  if (kind !== 'hook' || all.length === 0) return '';
  const lines = all.map(([name, value]) => `${name}: ${value}`).join('\n');
  return `<details><summary>Headers</summary><pre class="code">${escapeHtml(lines)}</pre></details>`;
}

/** What it says; a message to a chat as its channel shows it, too. */
function wordsOf({ kind, target, body }: Sent): string {
  const words = `<pre${kind === 'hook' ? ' class="code"' : ''}>${escapeHtml(body)}</pre>`;
  const card = kind === 'hook' ? chatCard(target, body) : undefined;
  return card ? `<div class="chat">${card}</div><details><summary>JSON</summary>${words}</details>` : words;
}

/** A mail as its reader shows it: no script runs in it, and nothing of it reaches this page. */
const readerView = ({ kind, html }: Sent): string =>
  kind === 'mail' && html
    ? `<details><summary>As it looks</summary><iframe sandbox title="The mail as it looks" srcdoc="${escapeHtml(html)}"></iframe></details>`
    : '';

const article = (sent: Sent) => {
  const { kind, at, target, subject, notes } = sent;
  return `<article><h2>${escapeHtml(subject)}</h2><small>${kind === 'mail' ? 'E-mail to' : 'Webhook'} ${escapeHtml(target)}
 · <time datetime="${at}">${at.replace('T', ' ').slice(0, 19)} UTC</time></small>${notes ? `<small>${escapeHtml(notes)}</small>` : ''}
${headersOf(sent)}${wordsOf(sent)}${readerView(sent)}${replyForm(sent)}</article>`;
};

/** What is being written is not thrown away for a newer list. */
const freshen =
  "<script>setInterval(()=>{if(!document.querySelector('details[open]'))location.reload()},5000)</script>";

const listPage = (sent: Sent[]) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Sandbox outbox</title>
<style>${style}</style></head><body><main><h1>Sandbox outbox</h1>
<p>E-mail and webhooks of this machine end here instead of at their receivers. A form’s webhook reaches this page at
https://hooks.dealbell.test/ and any path; /fail/503 takes it and answers 503, /slack/ and /teams/ are chats. Text messages and calls end on the <a href="/sandbox/phone">phone</a>.</p>
${sent.map(article).join('') || '<p>Nothing has been sent yet.</p>'}</main>${freshen}</body></html>`;

const pretty = (body: string) => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/** The reply box of the page. */
function formOf(body: string) {
  const form = new URLSearchParams(body);
  return { id: form.get('id'), text: form.get('text') ?? '', automatic: form.has('automatic') };
}

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
  const taken = (messageId: string): Answer => {
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
    return taken(await keepMail(store, { from: from ?? '', to, raw: bytes, via: 'SES' }));
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
    headers: JSON.stringify({ ...(reply?.length ? { 'reply-to': reply.join(', ') } : {}), ...headers }),
  });
  return taken(MessageId);
}

/**
 * SES's SendEmail (API v2), webhooks, and the page /sandbox/mail that shows both (as JSON at /sandbox/mail.json) and
 * lets one answer a mail (POST /sandbox/mail/replies).
 */
export function outboxRoutes(
  store: OutboxStore,
  scripts: Scripts,
  events: SesEvents,
  answers: Answers,
): Route {
  return async (request, url) => {
    const { pathname } = url;
    if (pathname === '/sandbox/mail') return page(listPage(store.list()));
    if (pathname === '/sandbox/mail.json')
      return json(200, { sent: store.list(url.searchParams.get('to') ?? '') });
    if (request.method !== 'POST') return undefined;
    if (pathname === '/sandbox/mail/replies') {
      const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
      const body = await readBody(request);
      const read = answer.safeParse(isForm ? formOf(body) : parsed(body));
      const trouble = read.success ? answers.give(read.data) : z.prettifyError(read.error);
      if (trouble !== undefined) return json(400, { error: trouble, code: 'bad_request' });
      return isForm ? redirect('/sandbox/mail') : json(202, { ok: true });
    }
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
      const outage = scripts.outage('hooks');
      const down = outage && json(outage.status, { error: 'The receiver is out of order.', code: 'down' });
      if (down && !outage.lost) return down;
      const body = pretty(await readBody(request));
      const key = request.headers['idempotency-key'];
      const path = pathname.slice('/sandbox/hooks'.length);
      const target = `https://hooks.dealbell.test${path}`;
      const notes = key ? `Idempotency-Key ${key}` : '';
      const headers = JSON.stringify(request.headers);
      store.add({ kind: 'hook', target, subject: 'POST', body, notes, headers });
      const chat = chatAnswer(path, body);
      if (chat) return down ?? chat;
      // A receiver that always fails, to see what becomes of a delivery: /fail/503 answers 503.
      const status = Number(/^\/fail\/([45]\d\d)$/.exec(path)?.[1] ?? 200);
      return down ?? json(status, status === 200 ? { ok: true } : { error: 'This receiver fails.' });
    }
    return undefined;
  };
}
