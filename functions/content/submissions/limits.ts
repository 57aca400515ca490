/** The tuning numbers of public forms; times in seconds. */

/** Nobody reads and fills in a form faster; programs do. */
export const fillSeconds = 1.5;

/** A form may stand open for so long before it is sent. */
export const passSeconds = 4 * 3600;

/** How many may come within a window. */
export const rates = {
  /** From one address to one sign: a tablet in a lobby is one address, so it is not few. */
  address: { most: 12, window: 10 * 60 },
  /** To one sign from everywhere. */
  sign: { most: 300, window: 3600 },
  /** Passes asked for from one address. */
  pass: { most: 60, window: 10 * 60 },
} as const;

/** Addresses that one form may write to. */
export const maxRecipients = 5;

/** How long to wait before each further try of a delivery; after the last one the dead-letter queue has it. */
export const retryAfterSeconds = [30, 120, 480, 900] as const;

/** A webhook has this long to answer, in milliseconds. */
export const webhookMs = 10_000;

/** Of a webhook's answer no more is read than this, in bytes: it is shown to nobody. */
export const webhookAnswerBytes = 16_384;

/** Submissions that a filter, the results and a CSV file look through, the latest ones. */
export const readMost = 10_000;

/** Answers in words that the results of a question show. */
export const shownLatest = 20;
