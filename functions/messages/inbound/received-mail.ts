import PostalMime, { type Address, type Email } from 'postal-mime';
import { messageLimits } from '#shared/model/message.ts';
import { beginning } from '#shared/model/text.ts';
import { type ReplyToken, replyTokens } from '../send/reply-token.ts';
import { visibleReply, visibleReplyOfMarkup } from './visible-reply.ts';

/** A mail that came in, as far as a thread wants it. */
export interface ReceivedMail {
  /** As the sender's program wrote it, without its brackets; empty where it wrote none. */
  messageId: string;
  /** Who wrote it, by their own words, in small letters; empty where nobody is named. */
  from: string;
  subject: string;
  said: string;
  quoted: string;
  attachments: { name: string; bytes: number }[];
  /** No person wrote it: an out-of-office note, a receipt, a mail that came back. */
  isAutomatic: boolean;
  /** What SES says that it is, where nobody is to see it. */
  refused: 'spam' | 'virus' | null;
  /** Which mails of ours it may answer, the likeliest first. */
  tokens: ReplyToken[];
}

/** Longest parts that are read, in characters: more than a thread keeps, less than would take long. */
const readMost = { text: 4 * messageLimits.email, html: 10 * messageLimits.email };

/** Heads that are no more than a program's; RFC 5322 has 998 characters a line, a real mail some 20 kB in all. */
const headBytes = 512 * 1024;

/** The first of a name: SES puts its own above all that the sender wrote. */
const head = ({ headers }: Email, name: string): string | undefined =>
  headers.find(({ key }) => key === name)?.value;

const addressOf = (address: Address | undefined): string =>
  (address?.address ?? address?.group?.[0]?.address ?? '').trim().toLowerCase();

/** Heads that only programs write: RFC 3834 5 names the first, and custom the others. */
const automaticHeads: Readonly<Record<string, (value: string) => boolean>> = {
  'auto-submitted': (value) => !/^no\b/i.test(value.trim()),
  precedence: (value) => /^(bulk|junk|list|auto[_-]?reply)\b/i.test(value.trim()),
  'x-auto-response-suppress': () => true,
  'x-autoreply': (value) => !/^(no|false|0)\b/i.test(value.trim()),
  'x-autorespond': () => true,
  'x-autoreply-from': () => true,
  // Nobody is to be told if it cannot be delivered, so nobody wrote it (RFC 5321, 4.5.5).
  'return-path': (value) => /^<\s*>/.test(value.trim()),
  'content-type': (value) => /^multipart\/report\b/i.test(value.trim()),
};

const systemSenders = /^mailer-daemon@/;

const isAutomatic = (mail: Email, from: string): boolean =>
  systemSenders.test(from) || mail.headers.some(({ key, value }) => automaticHeads[key]?.(value) ?? false);

const isRefused = (mail: Email, what: string) =>
  head(mail, `x-ses-${what}-verdict`)?.trim().toUpperCase() === 'FAIL';

/** Where a mail says whom it is for; the first is SES's own word of the envelope. */
const receiverHeads = [
  'received',
  'to',
  'cc',
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-forwarded-to',
];
/** Ids of mails that it answers: ours carry the token there as well, for programs that answer to another address. */
const answeredHeads = ['in-reply-to', 'references'];

function tokensOf(mail: Email): ReplyToken[] {
  const inHeads = (names: readonly string[]) =>
    names.flatMap((name) =>
      mail.headers.flatMap(({ key, value }) => (key === name ? replyTokens(beginning(value, 20_000)) : [])),
    );
  const asked = inHeads(receiverHeads);
  // The last id is the mail that was answered, the ones before it are what that one answered.
  return asked.length > 0 ? asked : inHeads(answeredHeads).reverse();
}

const bytesOf = (content: ArrayBuffer | Uint8Array | string): number =>
  typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;

/**
 * Reads a mail as it travelled (RFC 5322, MIME), at most some 40 MB, which is what SES takes.
 * @throws Error for what no program would send: parts nested without end, heads without end
 */
export async function readMail(raw: Buffer): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw, {
    forceRfc822Attachments: true,
    maxNestingDepth: 50,
    maxHeadersSize: headBytes,
  });
  const from = addressOf(mail.from) || addressOf(mail.sender);
  const text = mail.text?.trim() ? mail.text : '';
  const { said, quoted } = text
    ? visibleReply(text.slice(0, readMost.text))
    : visibleReplyOfMarkup((mail.html ?? '').slice(0, readMost.html));
  const body = beginning(said, messageLimits.email);
  return {
    messageId: (mail.messageId ?? '').trim().replace(/^<|>$/g, ''),
    from: beginning(from, 254),
    subject: beginning((mail.subject ?? '').replace(/\s+/g, ' ').trim(), messageLimits.subject),
    said: body,
    quoted: beginning(quoted, messageLimits.email - body.length),
    // What the text shows, such as the picture of a signature, is no attachment to whoever reads it.
    attachments: mail.attachments
      .filter(({ related, disposition }) => !related || disposition === 'attachment')
      .slice(0, messageLimits.attachments)
      .map(({ filename, mimeType, content }) => ({
        name: beginning(filename?.replace(/\s+/g, ' ').trim() || mimeType, messageLimits.name),
        bytes: bytesOf(content),
      })),
    isAutomatic: isAutomatic(mail, from),
    refused: isRefused(mail, 'virus') ? 'virus' : isRefused(mail, 'spam') ? 'spam' : null,
    tokens: tokensOf(mail),
  };
}
