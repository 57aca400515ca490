import { escapeHtml } from '#functions/kernel/html.ts';
import { looksLikeHtml } from '#shared/model/markup.ts';
import { unsubscribeUrl } from '../opt-out/unsubscribe-token.ts';
import type { Mail } from '../providers/types.ts';
import type { MessageRecord } from '../record/message-store.ts';
import { inboundDomain, mailSender, type SendingTenant } from '../settings/accounts.ts';
import type { MessageSettings } from '../settings/store.ts';
import { plainOf } from './plain-text.ts';
import { replyAddress } from './reply-token.ts';

function withFoot(html: string, foot: string): string {
  const end = /<\/body>/i.exec(html)?.index;
  return end === undefined ? html + foot : html.slice(0, end) + foot + html.slice(end);
}

/**
 * A mail as it goes out. All but the product's own carry who sent them and how to end them: in the text
 * (16 CFR 316.5) and in the head, where mail programs make it one click (RFC 8058). An answer comes back to its thread,
 * unless the tenant has set an address of its own for answers.
 */
export function mailOf(message: MessageRecord, settings: MessageSettings, tenant: SendingTenant): Mail {
  const { from, replyTo, ownReplyTo } = mailSender(settings, tenant);
  const domain = inboundDomain();
  const isAnswered = domain !== '' && message.source.kind !== 'system';
  const answers = isAnswered ? replyAddress(settings, message.id, domain) : null;
  const isHtml = looksLikeHtml(message.body);
  const mail: Mail = {
    messageId: message.id,
    from,
    replyTo: ownReplyTo || answers || replyTo,
    headMessageId: answers && `<${answers}>`,
    to: message.address,
    subject: message.subject,
    text: isHtml ? plainOf(message.body) : message.body,
    html: isHtml ? message.body : null,
    headers: {},
  };
  if (message.source.kind === 'system') return mail;
  const url = unsubscribeUrl(settings, message);
  const sender = [from.name, settings.email.postalAddress.replace(/\s+/g, ' ')].filter(Boolean).join(', ');
  return {
    ...mail,
    text: `${mail.text}\n\n--\n${sender}\nUnsubscribe: ${url}\n`,
    html:
      mail.html &&
      withFoot(
        mail.html,
        `<p style="margin-top:32px;font-size:12px;color:#666">${escapeHtml(sender)}<br><a href="${escapeHtml(url)}" style="color:#666">Unsubscribe</a></p>`,
      ),
    headers: {
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
