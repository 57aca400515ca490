import type { TextKind } from '#shared/model/message.ts';
import { trimEdges } from '#shared/model/text.ts';

/*
 * What people answer to be left alone. The single words are the carriers' (CTIA, Messaging Principles 5.1.3.1, with
 * those that 47 CFR 64.1200(a)(10) names since 2025-04-11: stop, quit, end, revoke, opt out, cancel, unsubscribe);
 * any other reasonable wording counts as well, so some that leave no doubt are known too.
 */
const stop = new Set([
  'stop',
  'stopall',
  'stop all',
  'unsubscribe',
  'cancel',
  'end',
  'quit',
  'revoke',
  'optout',
  'opt out',
  'opt-out',
]);
const start = new Set(['start', 'unstop']);
/** A yes is an opt-in only from somebody who has opted out; from others it is an answer. */
const startAfterStop = new Set(['yes']);
const help = new Set(['help', 'info']);

const unmistakable = [
  /^(please |pls )?(stop|quit|cease) (texting|messaging|contacting|sending|the texts|these texts|sms)/,
  /^(please |pls )?(un ?subscribe|remove|opt out) (me|my number|this number)\b/,
  /^(please |pls )?(take|get) (me|my number) off/,
  /^(please |pls )?(do not|don['’]?t) (text|message|contact|write)\b/,
  /^(please|pls) (stop|unsubscribe|cancel|remove me)$/,
  /^(stop|unsubscribe|cancel) (please|pls|it|now|this)$/,
];

/** A text without case, blanks and punctuation around it. */
const bare = (text: string) =>
  trimEdges(text.normalize('NFKC').toLowerCase(), /[^\p{L}\p{N}]/u).replace(/\s+/g, ' ');

/** What a text that came in asks for. `optedOut`: whether the person had opted out before it. */
export function kindOf(text: string, optedOut: boolean): TextKind {
  const said = bare(text);
  if (stop.has(said) || unmistakable.some((pattern) => pattern.test(said))) return 'stop';
  if (start.has(said) || (optedOut && startAfterStop.has(said))) return 'start';
  if (help.has(said)) return 'help';
  return 'text';
}

const unmistakableInMails = [
  /^(please |pls )?(stop|quit|cease) (e-?mailing|mailing|writing|spamming|the e-?mails?|these e-?mails?|your e-?mails?|e-?mails?)\b/,
  /^(please |pls )?(no more|do not send( me)?( any)?( more)?|don['’]?t send( me)?( any)?( more)?) (e-?mails?|mails?|messages)\b/,
  /^(please |pls )?(do not|don['’]?t) (e-?mail|mail)\b/,
  /^(please |pls )?(un ?subscribe|remove|opt out) (my (e-?)?mail|this (e-?)?mail|from|us|our)\b/,
  /^(please |pls )?(take|get) (us|my (e-?)?mail) off\b/,
];

const endsMails = (said: string) =>
  stop.has(said) ||
  unmistakable.some((pattern) => pattern.test(said)) ||
  unmistakableInMails.some((pattern) => pattern.test(said));

/** "Re:" and its like in other languages; what follows is the subject of the mail that is answered. */
const answering = /^\s*((re|aw|sv|antw|ref|fwd?|wg|tr|rv)(\[\d+\])?\s*:\s*)+/i;
const bareSubject = (subject: string): string => subject.replace(answering, '').trim();

/**
 * Whether a mail that came in asks for no more mails: by its first line, by all of it, or by its subject where that is
 * not the one of the mail that it answers.
 */
export function asksForNoMails(subject: string, said: string, answered: string): boolean {
  const [first = ''] = said.trimStart().split('\n', 1);
  const about = bareSubject(subject);
  const isOwn = about.toLowerCase() !== bareSubject(answered).toLowerCase();
  return endsMails(bare(first)) || endsMails(bare(said)) || (isOwn && endsMails(bare(about)));
}
