import type { Outcome } from '#functions/kernel/hand-over.ts';
import { assertAddress } from './manage.ts';
import { type Posted, post } from './post.ts';

/*
 * Messages to the chats of a team, in the wire format of each: an incoming webhook of Slack, or a workflow of Microsoft
 * Teams that takes an Adaptive Card ("When a Teams webhook request is received").
 */

/** What Slack takes as one message: longer texts it cuts by itself. Letters. */
const mostLetters = 4_000;
/** What Slack takes as a line of `plain_text`, and as the words of a picture; letters. */
const mostOfLine = 2_000;

const cut = (text: string, letters: number): string => text.slice(0, letters).toWellFormed();

/** Marks of Slack's own: a name that holds them must not call a whole channel (`<!channel>`) or link elsewhere. */
const asPlainText = (message: string): string =>
  cut(message, mostLetters).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** @throws 400 for an address that is not of the public internet */
export const assertChatUrl = (url: string): void => assertAddress(url);

/** A message with a picture and links. Texts are shown as they are: nothing in them is a mark of the chat. */
export interface ChatNews {
  /** In one line. */
  headline: string;
  text: string;
  /** Addresses that everybody can fetch. */
  picture: { url: string; words: string } | undefined;
  links: readonly { words: string; url: string }[];
}

/** Posts a message to an incoming webhook of Slack, or of what speaks the same; once, and never throws. */
export const postToSlack = (url: string, message: string): Promise<Posted> =>
  post(url, JSON.stringify({ text: asPlainText(message) }), {});

const plain = (text: string) => ({ type: 'plain_text', text: cut(text, mostOfLine), emoji: true });

/** The message of Slack's Block Kit; `text` is what notifications say. */
const slackMessage = ({ headline, text, picture, links }: ChatNews) => ({
  text: asPlainText(headline),
  blocks: [
    { type: 'section', text: plain(headline) },
    ...(text ? [{ type: 'context', elements: [plain(text)] }] : []),
    ...(picture ? [{ type: 'image', image_url: picture.url, alt_text: cut(picture.words, mostOfLine) }] : []),
    ...(links.length > 0
      ? [
          {
            type: 'actions',
            elements: links.map(({ words, url }) => ({ type: 'button', text: plain(words), url })),
          },
        ]
      : []),
  ],
});

/** A run of text, of which Teams reads no Markdown. */
const run = (text: string, look: object) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text: cut(text, mostOfLine), ...look }],
});

/** The envelope and the Adaptive Card that a workflow of Teams takes. */
const teamsMessage = ({ headline, text, picture, links }: ChatNews) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          run(headline, { size: 'large', weight: 'bolder' }),
          ...(text ? [run(text, { isSubtle: true })] : []),
          ...(picture
            ? [{ type: 'Image', url: picture.url, altText: cut(picture.words, mostOfLine), size: 'stretch' }]
            : []),
        ],
        actions: links.map(({ words, url }) => ({ type: 'Action.OpenUrl', title: words, url })),
        msteams: { width: 'Full' },
      },
    },
  ],
});

export const chats = ['slack', 'teams'] as const;
export type Chat = (typeof chats)[number];

/** Posts news to a chat; once, and never throws. */
export const postNews = (chat: Chat, url: string, news: ChatNews): Promise<Posted> =>
  post(url, JSON.stringify(chat === 'slack' ? slackMessage(news) : teamsMessage(news)), {});

/** What became of a message: chats name the same message twice, so one that may have arrived is not sent again. */
export function chatOutcome({ ok, status, error, forGood, unreached }: Posted): Outcome {
  if (ok) return { state: 'sent' };
  const reason = error ?? 'It did not take it.';
  if (unreached || status === 429 || (status ?? 0) >= 500) return { state: 'waiting', reason };
  // Nothing answered: it may have arrived.
  return { state: status === null && !forGood ? 'unsure' : 'refused', reason };
}
