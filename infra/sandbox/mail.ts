import { type AddressObject, simpleParser } from 'mailparser';
import type { OutboxStore } from './outbox-store.ts';
import type { Scripts } from './scripts.ts';

/** A mail as it travels: whom the envelope names, and the message's own bytes. */
export interface RawMail {
  from: string;
  to: readonly string[];
  raw: Buffer;
  via: 'SMTP' | 'SES';
}

const written = (address: AddressObject | AddressObject[] | undefined): string =>
  [address ?? []]
    .flat()
    .map(({ text }) => text)
    .join(', ');

/** Reads a message and puts it into the outbox. @returns the outbox's id of it */
export async function keepMail(outbox: OutboxStore, { from, to, raw, via }: RawMail): Promise<string> {
  // Pictures that a mail brings along become part of its HTML, so that the outbox shows them.
  const mail = await simpleParser(raw);
  const replyTo = written(mail.replyTo);
  const files = mail.attachments.map(({ filename, size }) => `${filename ?? 'a file'} (${size} bytes)`);
  const headers = Object.fromEntries(
    mail.headerLines.map(({ key, line }) => [key, line.slice(line.indexOf(':') + 1).trim()]),
  );
  const notes = [
    `From ${written(mail.from) || from} by ${via}`,
    ...(replyTo ? [`reply to ${replyTo}`] : []),
    ...(files.length > 0 ? [`with ${files.join(', ')}`] : []),
  ];
  return outbox.add({
    kind: 'mail',
    target: (to.length > 0 ? to : [written(mail.to)]).join(', '),
    subject: mail.subject ?? '',
    body: mail.text ?? (mail.html || ''),
    notes: notes.join(' · '),
    html: mail.html || '',
    headers: JSON.stringify(headers),
  });
}

/** How the scripts have a mail go to these addresses; the worst of them counts. */
export function mailOutcome(scripts: Scripts, to: readonly string[]): { reject?: string; delayMs: number } {
  let delayMs = 0;
  for (const address of to) {
    const script = scripts.for('mail', address);
    if (script?.outcome === 'reject') return { reject: address, delayMs: 0 };
    if (script?.outcome === 'delay') delayMs = Math.max(delayMs, script.delayMs ?? 2_000);
  }
  return { delayMs };
}
