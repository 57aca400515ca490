import { inboundDomain, mailSender } from './accounts.ts';
import type { MessageRecord } from './message-store.ts';
import type { Mail } from './providers/types.ts';
import { replyAddress } from './reply-token.ts';
import type { MessageSettings } from './settings-store.ts';
import { unsubscribeUrl } from './unsubscribe-token.ts';

const looksLikeHtml = /<(?:[a-z][a-z0-9]*|!doctype)\b[^>]*>/i;

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** What a mail of markup says, for readers that show none (RFC 2046, 5.1.4). */
export function plainOf(html: string): string {
  return html
    .replace(/<(style|script|head|title)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<a\b[^>]*\bhref="([^"]+)"[^>]*>([\s\S]*?)<\/a>/gi, (_, href: string, text: string) =>
      text.trim() === href ? href : `${text} (${href})`,
    )
    .replace(/<br\s*\/?>|<\/(p|div|h\d|li|tr)>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name]!)
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);

function withFoot(html: string, foot: string): string {
  const end = /<\/body>/i.exec(html)?.index;
  return end === undefined ? html + foot : html.slice(0, end) + foot + html.slice(end);
}

/**
 * A mail as it goes out. All but the product's own carry who sent them and how to end them: in the text
 * (16 CFR 316.5) and in the head, where mail programs make it one click (RFC 8058). An answer comes back to its thread,
 * unless the tenant has set an address of its own for answers.
 */
export function mailOf(message: MessageRecord, settings: MessageSettings, tenantName: string): Mail {
  const { from, replyTo } = mailSender(settings, tenantName);
  const domain = inboundDomain();
  const isAnswered = domain !== '' && message.source.kind !== 'system';
  const answers = isAnswered ? replyAddress(settings, message.id, domain) : null;
  const isHtml = looksLikeHtml.test(message.body);
  const mail: Mail = {
    messageId: message.id,
    from,
    replyTo: settings.email.replyTo || answers || replyTo,
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
        `<p style="margin-top:32px;font-size:12px;color:#666">${escaped(sender)}<br><a href="${escaped(url)}" style="color:#666">Unsubscribe</a></p>`,
      ),
    headers: {
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
