import { publicUrl } from '#functions/kernel/public-url.ts';
import { shownName } from '#functions/kernel/shown-name.ts';
import type { EmergencyCall } from '#shared/model/emergency-calls.ts';

/** The words of the mails about accounts: plain text, short, with the workspace's name. */

export interface Words {
  subject: string;
  text: string;
}

export const linkTo = (page: string, token: string): string =>
  `${publicUrl()}/${page}?token=${encodeURIComponent(token)}`;

const body = (...paragraphs: string[]) => `${paragraphs.join('\n\n')}\n\n--\nDealbell\n`;

const ignore = 'If this was not you, you need not do anything.';

export const verifyWords = (workspace: string, link: string): Words => ({
  subject: 'Confirm your e-mail address',
  text: body(
    `Please confirm that this is your e-mail address for the workspace “${shownName(workspace)}” at Dealbell:`,
    link,
    `The link works once, and for 48 hours. ${ignore}`,
  ),
});

export const resetWords = (workspace: string, username: string, link: string): Words => ({
  subject: 'Choose a new password',
  text: body(
    `Somebody asked for a new password for the account ${shownName(username)} of the workspace “${shownName(workspace)}”. To choose one:`,
    link,
    `The link works once, and for 30 minutes. ${ignore} Your password stays as it is.`,
  ),
});

export const passwordChangedWords = (workspace: string, username: string): Words => ({
  subject: 'Your password was changed',
  text: body(
    `The password of the account ${shownName(username)} of the workspace “${shownName(workspace)}” was changed, and its other sessions have ended.`,
    `If this was not you, choose a new one at once, and tell your admin:`,
    `${publicUrl()}/forgot-password`,
  ),
});

export const invitationWords = (workspace: string, by: string, role: string, link: string): Words => ({
  subject: `An invitation to ${shownName(workspace)}`,
  text: body(
    `${shownName(by)} has invited you to the workspace “${shownName(workspace)}” at Dealbell, as ${role}. To choose your username and password:`,
    link,
    `The link works once, and for 7 days. If you do not know them, you need not do anything.`,
  ),
});

export const replyToWords = (workspace: string, link: string): Words => ({
  subject: 'Shall answers to mails come to you?',
  text: body(
    `The workspace “${shownName(workspace)}” at Dealbell wants answers to the mails it sends to come to this address. If that is right:`,
    link,
    `The link works once, and for 48 hours. If you do not know them, you need not do anything: no answer comes to you.`,
  ),
});

interface Voicemail {
  box: string;
  phone: string;
  seconds: number;
}

/** What was said is not in the mail: who hears it is noted. */
export const voicemailWords = (workspace: string, { box, phone, seconds }: Voicemail): Words => ({
  subject: `Voicemail from ${phone || 'an unknown number'}`,
  text: body(
    `${phone || 'Somebody without a number'} left a message of ${seconds} seconds for ${shownName(box)} in the workspace “${shownName(workspace)}” at Dealbell. To hear it:`,
    `${publicUrl()}/voicemail`,
  ),
});

/** Times are in UTC: whom it reaches may be anywhere. */
export const emergencyWords = (workspace: string, call: Omit<EmergencyCall, 'id'>): Words => {
  const { number, extension, name, userName, callbackNumber, location, at } = call;
  const isTest = number === '933';
  const who = [userName, name].find((one) => one !== '');
  return {
    subject: isTest ? `Test of 911: extension ${extension}` : `911 was called: extension ${extension}`,
    text: body(
      isTest
        ? `The test line of 911 (933) was called from a phone of the workspace “${shownName(workspace)}” at Dealbell. Nobody needs help.`
        : `911 was called from a phone of the workspace “${shownName(workspace)}” at Dealbell. Somebody may need help.`,
      [
        `Extension: ${extension}${who ? `, ${shownName(who)}` : ''}`,
        `Location: ${location || 'not stated'}`,
        `The emergency services call back: ${callbackNumber ?? 'no number is known'}`,
        `Time: ${at.slice(0, 19).replace('T', ' ')} UTC`,
      ].join('\n'),
      `${publicUrl()}/exchange/extensions`,
    ),
  };
};
