import * as z from 'zod';

/*
 * Requests of persons about what is held of them: a copy of it (Art. 15 and 20 GDPR; Cal. Civ. Code 1798.110), or its
 * erasure (Art. 17 GDPR; Cal. Civ. Code 1798.105).
 */

export const privacyLimits = {
  reason: 500,
  /** Leads that one request is about at most; a number that more have is nobody's own. */
  leads: 50,
  /** Days in which such a request is answered (Art. 12(3) GDPR: one month). */
  answerDays: 30,
  /** Days for which the file of an export is kept; the bucket removes it then. */
  fileDays: 30,
  /** Bytes of recordings that go into one export. */
  recordingBytes: 500_000_000,
} as const;

export const privacyKinds = ['access', 'erasure'] as const;
export type PrivacyKind = (typeof privacyKinds)[number];
export const privacyKindLabels: Readonly<Record<PrivacyKind, string>> = {
  access: 'Copy of the data',
  erasure: 'Erasure',
};

export const privacyAskers = ['person', 'representative', 'authority', 'workspace'] as const;
export type PrivacyAsker = (typeof privacyAskers)[number];
export const privacyAskerLabels: Readonly<Record<PrivacyAsker, string>> = {
  person: 'The person themself',
  representative: 'Somebody in their name',
  authority: 'A court or an authority',
  workspace: 'The workspace itself',
};

/** What an erasure cannot reach at once. */
export const privacyFilesNote =
  'Files that were imported or exported go from the storage by themselves 30 days after they were made, and copies for disaster recovery 35 days after; single rows cannot be taken out of them.';

export const privacyStatuses = ['running', 'completed', 'failed'] as const;
export type PrivacyStatus = (typeof privacyStatuses)[number];
export const privacyStatusLabels: Readonly<Record<PrivacyStatus, string>> = {
  running: 'Running',
  completed: 'Done',
  failed: 'Not finished',
};

/** Whom a request would be about. */
export const privacyPerson = z.object({
  leads: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      phones: z.array(z.string()),
      emails: z.array(z.string()),
    }),
  ),
  phones: z.array(z.string()).describe('of no other lead: what is held by them alone is theirs'),
  emails: z.array(z.string()),
  shared: z
    .array(z.string())
    .describe('numbers and addresses that another lead has too: what is held by them alone is left'),
});
export type PrivacyPerson = z.output<typeof privacyPerson>;

/** What became of one kind of data. */
export const privacyStep = z.object({
  kind: z.string(),
  title: z.string(),
  found: z.number().int().describe('items that were there when the work began'),
  left: z.number().int().nullable().describe('items that were there when it ended; null before that'),
  kept: z
    .string()
    .describe('why it is kept, or what of it stays, with the legal ground; empty where nothing does'),
});
export type PrivacyStep = z.output<typeof privacyStep>;

export const privacyRequest = z.object({
  id: z.string(),
  kind: z.enum(privacyKinds),
  status: z.enum(privacyStatuses),
  person: z.string().describe('so much of it that staff know whom it was about, and no more'),
  leadIds: z.array(z.string()),
  askedBy: z.enum(privacyAskers),
  reason: z.string().describe('how they asked, and why'),
  progress: z.number().min(0).max(1),
  error: z.string().nullable().describe('why it was not finished'),
  hasFile: z.boolean(),
  createdAt: z.string(),
  createdBy: z.string(),
  dueBy: z.string().describe('when the person has to have an answer'),
  completedAt: z.string().nullable(),
});
export type PrivacyRequest = z.output<typeof privacyRequest>;

export const privacyDetails = privacyRequest.extend({
  steps: z.array(privacyStep),
  shared: z.array(z.string()).describe('numbers and addresses of another lead too, shortened'),
  fileBytes: z.number().int().nullable(),
});
export type PrivacyDetails = z.output<typeof privacyDetails>;
