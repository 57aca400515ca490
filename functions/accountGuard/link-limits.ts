/** The tuning numbers of links by mail; times in seconds. */

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** How long a link may be used. The first two are the issue's; a colleague may be on holiday for a week. */
export const linkSeconds = {
  'verify-email': 48 * hour,
  'reset-password': 30 * minute,
  invitation: 7 * day,
  'reply-to': 48 * hour,
} as const;

/** How many may come within a window: whoever asks for mails to strangers gets few. */
export const mailRates = {
  /** Links to confirm one user's address, resent ones among them. */
  verify: { most: 5, seconds: day },
  /** Links for a new password that are asked for by one name. More are silently left out. */
  resetOfName: { most: 3, seconds: hour },
  /** The same from one address of the network; many agents sit behind one office's. */
  resetOfAddress: { most: 30, seconds: hour },
  /** Invitations of one tenant, resent ones among them. */
  invitations: { most: 50, seconds: day },
  /** Links to confirm one tenant's address for answers. */
  replyTo: { most: 5, seconds: day },
  /** Mails about accounts of one kind to one mailbox, whichever tenants ask for them. */
  mailbox: { most: 20, seconds: day },
} as const;
