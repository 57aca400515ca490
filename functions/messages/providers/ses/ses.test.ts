import {
  MailFromDomainNotVerifiedException,
  MessageRejected,
  SESv2Client,
  SESv2ServiceException,
  SendEmailCommand,
  TooManyRequestsException,
} from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it, onTestFinished } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { type Mail, ProviderDown, ProviderRefused } from '../types.ts';
import { ses } from './index.ts';

const mail: Mail = {
  messageId: 'msg_1',
  from: { name: 'Summit', address: 'sales@summit.example' },
  replyTo: null,
  to: 'ann@example.com',
  subject: 'Hello',
  text: 'Hello Ann',
  html: null,
  headers: {},
} as never;

/** What sending a mail throws where SES answers so. */
async function thrown(error: Error): Promise<unknown> {
  const mock = mockClient(SESv2Client);
  onTestFinished(() => mock.restore());
  mock.on(SendEmailCommand).rejects(error);
  return asSystem(1, 'test', () => ses.send({ keys: {}, sandbox: false }, mail)).catch((refused) => refused);
}

const said = { $metadata: { httpStatusCode: 400 }, message: 'No.' };
const service = (name: string, httpStatusCode: number) =>
  new SESv2ServiceException({ name, $fault: 'client', $metadata: { httpStatusCode }, message: 'No.' });

it.each([
  ['a mail that it rejects', new MessageRejected(said)],
  ['a domain that is not verified', new MailFromDomainNotVerifiedException(said)],
])('SES refuses %s for good', async (_, error) => {
  expect(await thrown(error)).toBeInstanceOf(ProviderRefused);
});

it.each([
  ['more mails than its rate allows', new TooManyRequestsException(said), false],
  ['keys that have expired', service('ExpiredTokenException', 403), false],
  ['an account that is paused', service('SendingPausedException', 400), false],
  ['an error of its own, after which the mail may have left', service('InternalFailure', 500), true],
  ['no answer in time, after which the mail may have left', new Error('socket hang up'), true],
  ['a port that nobody listens on', Object.assign(new Error('no'), { code: 'ECONNREFUSED' }), false],
])('SES may take a mail later: %s', async (_, error, maybe) => {
  const refused = await thrown(error);
  expect(refused).toBeInstanceOf(ProviderDown);
  expect((refused as ProviderDown).maybe).toBe(maybe);
});
