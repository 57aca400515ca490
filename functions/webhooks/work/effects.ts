import { noteWithdrawal } from '#functions/compliance/api.ts';
import { enrol, removeFromJourneys } from '#functions/journeys/api.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { changeLead, createLead, findLead, type LeadRecord, personOf } from '#functions/leads/api.ts';
import type { Channel, LeadFields } from '#shared/model/lead.ts';
import type { WebhookFields } from '#shared/model/webhook.ts';
import { claimNumber } from '../inbound/guard-store.ts';
import { type CallStart, startCall } from './call.ts';
import { stopCalls } from './call-store.ts';
import { pauseJourneys } from './journeys.ts';
import { resumeWithTag } from './resume-store.ts';

/** What a webhook is, to its work; a test may run one that is not saved. */
export interface Working {
  id: string;
  fields: WebhookFields;
}

export interface CallWanted {
  runId: string;
  leadId: string;
  phone: string;
}

/**
 * All that the work of a row changes. The work itself is the same for a delivery and for a test; a test is given
 * effects.dry.ts, which change nothing.
 */
export interface Effects {
  /** A lead that an earlier try of the same row made. */
  made(leadId: string): Promise<LeadRecord | undefined>;
  create(fields: LeadFields, leadId: string): Promise<LeadRecord>;
  /** Takes a number for a new lead where the tenant lets several have it; false while another row is at it. */
  claim(phones: readonly string[], leadId: string): Promise<boolean>;
  change(lead: LeadRecord, changes: (lead: LeadRecord) => Partial<LeadFields>): Promise<LeadRecord>;
  /** The same key again is the same enrolment. */
  enrol(journeyId: string, leadId: string, key: string): Promise<string>;
  pause(leadId: string, why: string): Promise<number>;
  /** Ends the lead's journeys, and the calls of webhooks that are to come. */
  leave(leadId: string, why: string): Promise<{ journeysRemoved: number; executionsCancelled: number }>;
  optOut(lead: LeadRecord, channels: readonly Channel[], how: string): Promise<void>;
  call(wanted: CallWanted): Promise<CallStart>;
}

const isConflict = (error: unknown) => error instanceof AppError && ['conflict', 'busy'].includes(error.code);

/** When a pause that begins now ends; null for one that is ended by hand or by a tag. */
export function pausedUntil({ pauseConfig: { until } }: WebhookFields, now: number): string | null {
  if (until.kind === 'manual') return null;
  return until.kind === 'date' ? until.at : new Date(now + until.minutes * 60_000).toISOString();
}

/** What really happens. */
export const effectsOf = (webhook: Working, now: () => number): Effects => ({
  made: findLead,

  async create(fields, id) {
    const { lead } = await createLead(fields, { id, createdBy: webhook.id });
    return lead;
  },

  async claim(phones, leadId) {
    for (const phone of phones) if (!(await claimNumber(webhook.id, phone, leadId))) return false;
    return true;
  },

  async change(lead, changes) {
    return retryOnConflict(
      async (tried) => {
        const before = tried === 0 ? lead : ((await findLead(lead.id)) ?? lead);
        return changeLead(lead.id, changes(before), before.version);
      },
      {
        isOvertaken: async (error) => isConflict(error) && (await findLead(lead.id))?.state === 'live',
        tries: 11,
        pauseMs: 10,
        maxPauseMs: 500,
      },
    );
  },

  async enrol(journeyId, leadId, key) {
    const [result] = await enrol(journeyId, [leadId], { how: 'webhook', id: webhook.id, key });
    return result?.outcome ?? 'no_lead';
  },

  async pause(leadId, why) {
    const { pauseConfig } = webhook.fields;
    const until = pausedUntil(webhook.fields, now());
    const paused = await pauseJourneys(leadId, pauseConfig, until, why);
    if (pauseConfig.resumeTag) await resumeWithTag(leadId, pauseConfig.resumeTag);
    return paused;
  },

  async leave(leadId, why) {
    await stopCalls(leadId);
    return removeFromJourneys(leadId, why);
  },

  async optOut(lead, channels, how) {
    for (const channel of channels) {
      const person = personOf(lead);
      if (channel === 'email' ? person.email : person.phone)
        await noteWithdrawal(person, channel, how, 'person');
    }
    const consent = Object.fromEntries(
      channels.map((channel) => [channel, { state: 'withdrawn' as const, how }]),
    );
    await this.change(lead, () => ({ consent }));
  },

  call: (wanted) => startCall(webhook, wanted),
});
