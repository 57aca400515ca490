import { looksLikeHtml } from '#shared/model/markup.ts';
import type { Message, MessageStatus } from '#shared/model/message.ts';
import { builderPath } from '#web/features/dialplan/path.ts';
import { phoneText } from '#web/ui/lead-text.ts';

export const statusWords: Record<MessageStatus, string> = {
  sending: 'Sending…',
  unconfirmed: 'Not confirmed: the provider did not say whether it has it',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Not delivered',
  bounced: 'Came back',
  complained: 'Marked as spam',
  received: '',
};

/** Statuses of what did not reach its reader, or was not wanted. */
export const isTrouble = (status: MessageStatus): boolean =>
  status === 'failed' || status === 'bounced' || status === 'complained';

/** An address as people read it: a formatted phone, an e-mail address as it is. */
export const addressText = (address: string) => (address.startsWith('+') ? phoneText(address) : address);

const dayOf = (ms: number) => new Date(ms).toDateString();

/** 'Today', 'Yesterday', 'Tuesday, 17 November': the line between the days of a thread. */
export function dayText(at: string, now = Date.now()): string {
  const ms = Date.parse(at);
  if (dayOf(ms) === dayOf(now)) return 'Today';
  if (dayOf(ms) === dayOf(now - 86_400_000)) return 'Yesterday';
  const thisYear = new Date(ms).getFullYear() === new Date(now).getFullYear();
  return new Date(ms).toLocaleDateString(undefined, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(thisYear ? {} : { year: 'numeric' }),
  });
}

export const timeText = (at: string) =>
  new Date(at).toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' });

/** As short as a list wants it: the time of today, the weekday of this week, else the date. */
export function shortTime(at: string, now = Date.now()): string {
  const ms = Date.parse(at);
  if (dayOf(ms) === dayOf(now)) return timeText(at);
  if (now - ms < 6 * 86_400_000) return new Date(ms).toLocaleDateString(undefined, { weekday: 'short' });
  return new Date(ms).toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
}

/** 'Fri 21 Nov, 8:00 AM' in the viewer's own zone. */
export const momentText = (at: string) =>
  new Date(at).toLocaleString(undefined, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  });

/** The page of what had a message sent; undefined where there is none. */
export function sourcePath({ source: { kind, id } }: Pick<Message, 'source'>): string | undefined {
  if (!id) return undefined;
  if (kind === 'blast' || kind === 'autoReply') return `/campaigns/${id}`;
  return kind === 'dialPlan' ? builderPath(id) : undefined;
}

/** What sent a message, where nobody typed it. */
export function sourceText({ source }: Pick<Message, 'source'>): string | null {
  switch (source.kind) {
    case 'journey':
      return 'by a journey';
    case 'blast':
      return 'by a campaign';
    case 'autoReply':
      return 'answered by a campaign';
    case 'dialPlan':
      return 'by a dial plan';
    case 'system':
      return 'answered by itself';
    case 'test':
      return 'a test';
    default:
      return null;
  }
}

/** '1.2 MB': of an attachment. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A mail's body as plain text. */
export function plainText(body: string): string {
  if (!looksLikeHtml(body)) return body;
  const page = new DOMParser().parseFromString(body.replace(/<(br|\/p|\/div)\b/gi, '\n<$1'), 'text/html');
  return (page.body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim();
}

/** '8 minutes', '2 hours': for how long something goes on. */
export function durationText(minutes: number): string {
  if (minutes < 1) return 'less than a minute';
  const whole = Math.ceil(minutes);
  if (whole < 90) return `${whole} ${whole === 1 ? 'minute' : 'minutes'}`;
  const hours = Math.round(whole / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
