import type { Callback, Callbacks } from './callbacks.ts';
import type { Carrier, Numbers, OwnNumber } from './numbers.ts';
import type { Scripts } from './scripts.ts';
import type { NewText, Text, TextStatus, Texts } from './texts.ts';
import type { WorkQueue } from './work.ts';

/** How a carrier tells the product what happens, in its own words. */
export interface Wire {
  /** What is told of a state that a text has come to; undefined for states that it does not tell. */
  moved(text: Text): Callback | undefined;
  /**
   * What is told of a text that came in; undefined when nobody has asked to be told. `keyword` where the carrier
   * has minded and answered the word itself, which it says then.
   */
  received(text: Text, own: OwnNumber, keyword?: Keyword): Callback | undefined;
  /** The error of a text that ended so, where a script names none. */
  errors: Readonly<Record<'undelivered' | 'failed', number>>;
}

export type Keyword = 'STOP' | 'START' | 'HELP';

const keywords: Readonly<Record<Keyword, readonly string[]>> = {
  STOP: ['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'],
  START: ['start', 'yes', 'unstop'],
  HELP: ['help', 'info'],
};

/** The carriers' own reading of a text that is one of their words and nothing else. */
function keywordOf(body: string): Keyword | undefined {
  const word = body.trim().toLowerCase();
  return (Object.keys(keywords) as Keyword[]).find((keyword) => keywords[keyword].includes(word));
}

/** What a carrier answers where it minds the words itself. */
const ownAnswers: Readonly<Record<Keyword, string>> = {
  STOP: 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
  START:
    'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe.',
  HELP: 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
};

interface Parts {
  texts: Texts;
  numbers: Numbers;
  scripts: Scripts;
  work: WorkQueue;
  callbacks: Callbacks;
  wires: Readonly<Record<Carrier, Wire>>;
  /** Told which phone shows something new. */
  changed(phone: string): void;
}

/** The network behind the carriers: takes texts to phones and from them, as the scripts have it. */
export class Network {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { work, texts } = parts;
    work.on(
      'text',
      ({ id, status, errorCode }: { id: string; status: TextStatus; errorCode: number | null }) => {
        this.#move(id, status, errorCode);
        return undefined;
      },
    );
    work.on('text taken', ({ id, taken, told }: { id: string; taken: boolean; told: string }) => {
      const text = texts.find(id);
      if (!text) return undefined;
      texts.taken(id, taken ? 'yes' : 'no');
      for (const reply of repliesOf(told)) this.#answer(text, reply);
      parts.changed(text.theirs);
      return undefined;
    });
  }

  /** Sends a text to a phone; 'stopped' when its owner has opted out of this number at the carrier. */
  send(given: Omit<NewText, 'direction'>): Text | 'stopped' {
    const { texts, scripts, work, wires } = this.#parts;
    const script = scripts.for('sms', given.theirs) ?? {};
    if (script.outcome === 'optout' || texts.isStopped(given.ours, given.theirs)) return 'stopped';
    const text = texts.add({ ...given, direction: 'out' });
    this.#tell(text);
    const end = script.outcome ?? 'delivered';
    const errorCode = end === 'delivered' ? null : (script.errorCode ?? wires[text.carrier].errors[end]);
    if (end !== 'failed') this.#move(text.id, 'sent', null);
    if (script.delayMs)
      work.add({
        lane: `text ${text.id}`,
        kind: 'text',
        body: { id: text.id, status: end, errorCode },
        delay: script.delayMs,
      });
    else this.#move(text.id, end, errorCode);
    return text;
  }

  /** A text that somebody writes on their phone. Undefined when nobody has the number that it goes to. */
  write(from: string, to: string, body: string): Text | undefined {
    const { texts, numbers, scripts, callbacks, wires, changed } = this.#parts;
    const own = numbers.find(to);
    if (!own) return undefined;
    const { carrier, account } = own;
    const text = texts.add({
      carrier,
      account,
      direction: 'in',
      ours: to,
      theirs: from,
      body,
      callbackUrl: '',
      service: own.profile,
    });
    const minded = scripts.for('sms', from)?.stops === 'provider' ? keywordOf(body) : undefined;
    const callback = wires[carrier].received(text, own, minded);
    if (callback) callbacks.send({ ...callback, after: { kind: 'text taken', body: { id: text.id } } });
    else texts.taken(text.id, 'nobody');
    if (minded) {
      if (minded !== 'HELP') texts.setStopped(to, from, minded === 'STOP');
      this.#answer(text, ownAnswers[minded]);
    }
    changed(from);
    return text;
  }

  /** A text back to the phone that a text came from, whatever its owner has opted out of. */
  #answer({ carrier, account, ours, theirs, service }: Text, body: string): void {
    const { texts } = this.#parts;
    const text = texts.add({
      carrier,
      account,
      direction: 'out',
      ours,
      theirs,
      body,
      callbackUrl: '',
      service,
    });
    texts.move(text.id, 'delivered');
  }

  #move(id: string, status: TextStatus, errorCode: number | null): void {
    this.#tell(this.#parts.texts.move(id, status, errorCode));
  }

  #tell(text: Text): void {
    const callback = this.#parts.wires[text.carrier].moved(text);
    if (callback) this.#parts.callbacks.send(callback);
    this.#parts.changed(text.theirs);
  }
}

/** The texts of an answer in TwiML: <Response><Message>…</Message></Response>. */
function repliesOf(answer: string): string[] {
  if (!/<Response\b/.test(answer)) return [];
  const plain = (xml: string) =>
    xml
      .replace(/<[^<>]+>/g, '')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&(apos|#39);/g, "'")
      .replace(/&amp;/g, '&')
      .trim();
  return answer.split('</Message>').flatMap((part, n, parts) => {
    const message = n < parts.length - 1 ? part.search(/<Message[\s>]/) : -1;
    return message < 0 ? [] : [plain(part.slice(part.indexOf('>', message) + 1))];
  });
}
