import { assertAddress } from './manage.ts';
import { type Posted, post } from './post.ts';

/** What Slack takes as one message: longer texts it cuts by itself. Letters. */
const mostLetters = 4_000;

/** Marks of Slack's own: a name that holds them must not call a whole channel (`<!channel>`) or link elsewhere. */
const asPlainText = (message: string): string =>
  message
    .slice(0, mostLetters)
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** @throws 400 for an address that is not of the public internet */
export const assertSlackUrl = (url: string): void => assertAddress(url);

/** Posts a message to an incoming webhook of Slack, or of what speaks the same; once, and never throws. */
export const postToSlack = (url: string, message: string): Promise<Posted> =>
  post(url, JSON.stringify({ text: asPlainText(message) }), {});
