import * as z from 'zod';
import { type Answer, escapeHtml, json } from './http.ts';

/*
 * Chats of a team: an incoming webhook of Slack (https://hooks.dealbell.test/slack/ and any path) and a workflow of Teams
 * (/teams/). They take what the real ones take and answer as they do; the outbox draws what a channel would show.
 */

const plain = z.object({ type: z.literal('plain_text'), text: z.string().min(1).max(3_000) });

/** What of Slack's Block Kit a message may hold here. */
const slackBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('section'), text: plain }),
  z.object({ type: z.literal('context'), elements: z.array(plain).min(1).max(10) }),
  z.object({
    type: z.literal('image'),
    image_url: z.url().max(3_000),
    alt_text: z.string().min(1).max(2_000),
  }),
  z.object({
    type: z.literal('actions'),
    elements: z
      .array(z.object({ type: z.literal('button'), text: plain, url: z.url().max(3_000) }))
      .min(1)
      .max(25),
  }),
]);
const slackMessage = z.object({
  text: z.string().min(1).max(40_000),
  blocks: z.array(slackBlock).max(50).default([]),
});

const cardPart = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('RichTextBlock'),
    inlines: z.array(z.object({ type: z.literal('TextRun'), text: z.string() })),
  }),
  z.object({ type: z.literal('Image'), url: z.url(), altText: z.string() }),
]);
const teamsMessage = z.object({
  type: z.literal('message'),
  attachments: z
    .array(
      z.object({
        contentType: z.literal('application/vnd.microsoft.card.adaptive'),
        content: z.object({
          type: z.literal('AdaptiveCard'),
          version: z.string().regex(/^1\.[0-5]$/),
          body: z.array(cardPart),
          actions: z
            .array(z.object({ type: z.literal('Action.OpenUrl'), title: z.string(), url: z.url() }))
            .default([]),
        }),
      }),
    )
    .min(1),
});

/** Teams refuses a message of more. */
const teamsBytes = 28_000;

interface Shown {
  lines: string[];
  pictures: { url: string; words: string }[];
  links: { url: string; words: string }[];
}

function slackShown(body: unknown): Shown | undefined {
  const read = slackMessage.safeParse(body);
  if (!read.success) return undefined;
  const shown: Shown = { lines: [], pictures: [], links: [] };
  for (const block of read.data.blocks) {
    if (block.type === 'section') shown.lines.push(block.text.text);
    else if (block.type === 'context') shown.lines.push(...block.elements.map(({ text }) => text));
    else if (block.type === 'image') shown.pictures.push({ url: block.image_url, words: block.alt_text });
    else shown.links.push(...block.elements.map(({ text, url }) => ({ url, words: text.text })));
  }
  if (read.data.blocks.length === 0) shown.lines.push(read.data.text);
  return shown;
}

function teamsShown(body: unknown): Shown | undefined {
  const read = teamsMessage.safeParse(body);
  if (!read.success) return undefined;
  const shown: Shown = { lines: [], pictures: [], links: [] };
  for (const { content } of read.data.attachments) {
    for (const part of content.body)
      if (part.type === 'Image') shown.pictures.push({ url: part.url, words: part.altText });
      else shown.lines.push(part.inlines.map(({ text }) => text).join(''));
    shown.links.push(...content.actions.map(({ url, title }) => ({ url, words: title })));
  }
  return shown;
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

const chatOf = (path: string) => /^\/(slack|teams)\//.exec(path)?.[1];

const shownOf = (path: string, body: string): Shown | undefined =>
  chatOf(path) === 'slack' ? slackShown(parsed(body)) : teamsShown(parsed(body));

const text = (status: number, words: string): Answer => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body: words,
});

/** What the chat at a path answers to a message; undefined where no chat is there. */
export function chatAnswer(path: string, body: string): Answer | undefined {
  const chat = chatOf(path);
  if (!chat) return undefined;
  const isTaken = shownOf(path, body) !== undefined;
  if (chat === 'slack') return isTaken ? text(200, 'ok') : text(400, 'invalid_payload');
  if (Buffer.byteLength(body) > teamsBytes) return json(413, { error: { code: 'RequestEntityTooLarge' } });
  return isTaken ? text(202, '') : json(400, { error: { code: 'TriggerInputSchemaMismatch' } });
}

const isWeb = (url: string): boolean => /^https?:\/\//.test(url);

/** A message as a channel shows it, in HTML; undefined for what is none. */
export function chatCard(target: string, body: string): string | undefined {
  const path = target.replace('https://hooks.dealbell.test', '');
  const shown = chatOf(path) ? shownOf(path, body) : undefined;
  if (!shown) return undefined;
  const { lines, pictures, links } = shown;
  const line = (words: string) => `<p class="said">${escapeHtml(words)}</p>`;
  const picture = ({ url, words }: Shown['pictures'][number]) =>
    `<img src="${escapeHtml(url)}" alt="${escapeHtml(words)}">`;
  const link = ({ url, words }: Shown['links'][number]) =>
    `<a class="button" href="${escapeHtml(url)}">${escapeHtml(words)}</a>`;
  return [
    ...lines.map(line),
    ...pictures.filter(({ url }) => isWeb(url)).map(picture),
    `<p class="links">${links
      .filter(({ url }) => isWeb(url))
      .map(link)
      .join(' ')}</p>`,
  ].join('\n');
}
