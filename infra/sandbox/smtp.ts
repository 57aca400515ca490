import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { keepMail, mailOutcome } from './mail.ts';
import type { OutboxStore } from './outbox-store.ts';
import type { Scripts } from './scripts.ts';

/** The longest message; bytes. */
const maxBytes = 10_000_000;

const refusal = (code: number, sentence: string) =>
  Object.assign(new Error(sentence), { responseCode: code });

export interface SmtpDoor {
  port: number;
  close(): Promise<void>;
}

/**
 * A real SMTP server whose mails end in the outbox. Without a name it takes everybody; a user `sandbox-…` must give
 * its own name as password. @throws when the port is taken
 */
export async function listenSmtp(port: number, outbox: OutboxStore, scripts: Scripts): Promise<SmtpDoor> {
  const server = new SMTPServer({
    name: 'sandbox.dealbell.test',
    banner: 'Dealbell sandbox',
    // Only this machine speaks with it, and its certificate would be nobody's.
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: maxBytes,
    onConnect(_session, answer) {
      const outage = scripts.outage('smtp');
      answer(outage && !outage.lost ? refusal(421, 'The service is not available.') : null);
    },
    onAuth({ username = '', password = '' }, _session, answer) {
      if (username.startsWith('sandbox-') && password !== username)
        return answer(refusal(535, 'Authentication failed.'));
      answer(null, { user: username });
    },
    onRcptTo({ address }, _session, answer) {
      const { outcome } = scripts.for('mail', address) ?? {};
      if (outcome === 'bounce') return answer(refusal(550, '5.1.1 No such mailbox.'));
      answer(outcome === 'reject' ? refusal(550, '5.7.1 Refused by policy.') : null);
    },
    onData(stream, { envelope }, answer) {
      const to = envelope.rcptTo.map(({ address }) => address);
      const take = async () => {
        const parts: Buffer[] = [];
        for await (const part of stream as AsyncIterable<Buffer>) parts.push(part);
        if (stream.sizeExceeded) throw refusal(552, '5.3.4 The message is too large.');
        await pause(mailOutcome(scripts, to).delayMs);
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        return keepMail(outbox, { from, to, raw: Buffer.concat(parts), via: 'SMTP' });
      };
      take().then(
        (id) => answer(null, `Taken as ${id}`),
        (error) => answer(error as Error),
      );
    },
  });
  // A client that goes in the middle of a sentence is its own affair.
  server.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.server.off('error', reject);
      resolve();
    });
  });
  const bound = (server.server.address() as { port: number }).port;
  return { port: bound, close: () => new Promise((resolve) => server.close(resolve)) };
}
