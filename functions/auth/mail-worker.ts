import {
  type AccountMail,
  accountMail,
  issueToken,
  withinPlatformRate,
} from '#functions/accountGuard/api.ts';
import { tenantOf } from '#functions/kernel/actor.ts';
import { log } from '#functions/kernel/log.ts';
import { sendMail } from '#functions/kernel/mail.ts';
import { worker } from '#functions/kernel/queue.ts';
import { findTenant } from '#functions/tenants/api.ts';
import {
  addressToConfirmOf,
  findAddressee,
  findAddresseeByName,
  findUser,
  pendingInvitation,
  takesLeads,
} from '#functions/users/api.ts';
import {
  emergencyWords,
  invitationWords,
  linkTo,
  passwordChangedWords,
  replyToWords,
  resetWords,
  verifyWords,
  voicemailWords,
  type Words,
} from './mail-texts.ts';

interface Written extends Words {
  to: string;
}

/** The mail that was asked for; undefined where there is nobody, or nothing any more, to write about. */
async function write(asked: AccountMail, workspace: string): Promise<Written | undefined> {
  switch (asked.mail) {
    case 'verify': {
      const to = await addressToConfirmOf(asked.userId);
      if (!to) return undefined;
      const token = await issueToken('verify-email', asked.userId, { address: to });
      return { to, ...verifyWords(workspace, linkTo('verify-email', token)) };
    }
    case 'reset': {
      const user = await findAddresseeByName(asked.name);
      if (!user) return undefined;
      const token = await issueToken('reset-password', user.userId, {});
      return { to: user.email, ...resetWords(workspace, user.username, linkTo('reset-password', token)) };
    }
    case 'passwordChanged': {
      const user = await findAddressee(asked.userId);
      return user && { to: user.email, ...passwordChangedWords(workspace, user.username) };
    }
    case 'invitation': {
      const invitation = await pendingInvitation(asked.invitationId);
      if (!invitation) return undefined;
      const token = await issueToken('invitation', invitation.id, {});
      const { email, invitedBy, role } = invitation;
      return {
        to: email,
        ...invitationWords(workspace, invitedBy, role, linkTo('accept-invitation', token)),
      };
    }
    case 'voicemail': {
      const user = await findUser(asked.userId);
      return takesLeads(user) ? { to: user!.email, ...voicemailWords(workspace, asked) } : undefined;
    }
    case 'emergency':
      return { to: asked.address, ...emergencyWords(workspace, asked.call) };
    case 'replyTo': {
      const { address } = asked;
      const token = await issueToken('reply-to', 'tenant', { address });
      return { to: address, ...replyToWords(workspace, linkTo('confirm-reply-to', token)) };
    }
  }
}

/**
 * Writes and sends the mails about accounts. Asked for twice, a link is sent twice, of which the later one works.
 */
export const handler = worker('accounts', accountMail, async (asked) => {
  const tenant = await findTenant(tenantOf());
  if (!tenant) return;
  const mail = await write(asked, tenant.name);
  if (!mail) return;
  const { to, subject, text } = mail;
  // By kind, so that whoever floods a mailbox with one keeps no other from it.
  if (await withinPlatformRate('mailbox', `${asked.mail} ${to}`)) await sendMail({ to: [to], subject, text });
  else log.warn('A mailbox has had its mails about accounts of this day.', { mail: asked.mail });
});
