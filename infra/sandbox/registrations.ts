import * as z from 'zod';
import { type Answer, json } from './http.ts';
import type { OwnNumber } from './numbers.ts';
import type { Scripts } from './scripts.ts';

/*
 * 10DLC as the carriers tell of it. An account has a brand and a campaign that are approved, and all of its numbers in it,
 * unless a script says otherwise: of the account (`sandbox-12`) for brand and campaign, of a number for its place in it.
 */

const state = z.enum(['missing', 'pending', 'rejected', 'approved']);

export const registrationScript = z.strictObject({
  brand: state.optional(),
  campaign: state.optional(),
  /** Whether a number is in the campaign. */
  number: state.optional(),
  /** Of what is rejected. */
  reason: z.string().max(500).optional(),
  useCase: z.string().max(60).optional(),
  /** AT&T's class of the campaign, A to F or T; without it nothing is told of what operators take. */
  attClass: z.enum(['A', 'B', 'C', 'D', 'E', 'F', 'T']).optional(),
  tmobileTier: z.enum(['TOP', 'UPPER_MID', 'LOWER_MID', 'LOW']).optional(),
});
type RegistrationScript = z.output<typeof registrationScript>;

const refusal = 'The website could not be reached.';

/** What operators take, in the numbers that Telnyx tells. */
const attTexts = { A: 4_500, B: 4_500, C: 2_400, D: 2_400, E: 240, F: 240, T: 75 };
const tmobileSegments = { TOP: 200_000, UPPER_MID: 40_000, LOWER_MID: 10_000, LOW: 2_000 };

interface Account {
  account: string;
  scripts: Scripts;
  /** The numbers that the account has. */
  owned: readonly OwnNumber[];
}

const scriptOf = ({ account, scripts }: Account): RegistrationScript =>
  scripts.for('registration', account) ?? {};
const stateOfNumber = ({ scripts }: Account, number: string) =>
  scripts.for('registration', number)?.number ?? 'approved';

const records = (all: readonly object[]): Answer =>
  json(200, { page: 1, records: all, totalRecords: all.length });

const telnyxBrands = { pending: 'REGISTRATION_PENDING', rejected: 'REGISTRATION_FAILED', approved: 'OK' };
const telnyxCampaigns = { pending: 'MNO_PENDING', rejected: 'TELNYX_FAILED', approved: 'MNO_PROVISIONED' };
const telnyxAssignments = {
  pending: 'PENDING_ASSIGNMENT',
  rejected: 'FAILED_ASSIGNMENT',
  approved: 'ASSIGNED',
};

/** Telnyx's part below /v2/10dlc; undefined for what it has not. https://developers.telnyx.com/api/messaging/10dlc */
export function telnyxRegistrations(asked: Account, path: string): Answer | undefined {
  const { account, owned } = asked;
  const script = scriptOf(asked);
  const { brand = 'approved', campaign = 'approved', reason = refusal } = script;
  const ids = { brandId: `brand-${account}`, campaignId: `campaign-${account}` };
  const hasCampaign = brand !== 'missing' && campaign !== 'missing';
  if (path === 'brand')
    return records(
      brand === 'missing'
        ? []
        : [
            {
              brandId: ids.brandId,
              tcrBrandId: 'BSANDBX',
              displayName: 'Sandbox',
              entityType: 'PRIVATE_PROFIT',
              identityStatus: brand === 'approved' ? 'VERIFIED' : 'UNVERIFIED',
              status: telnyxBrands[brand],
              assignedCampaignsCount: hasCampaign ? 1 : 0,
              ...(brand === 'rejected' ? { failureReasons: reason } : {}),
            },
          ],
    );
  if (path === 'campaign')
    return records(
      hasCampaign
        ? [
            {
              ...ids,
              tcrCampaignId: 'CSANDBX',
              tcrBrandId: 'BSANDBX',
              brandDisplayName: 'Sandbox',
              usecase: script.useCase ?? 'MARKETING',
              status: 'ACTIVE',
              campaignStatus: telnyxCampaigns[campaign as keyof typeof telnyxCampaigns],
              ...(campaign === 'rejected' ? { failureReasons: reason } : {}),
            },
          ]
        : [],
    );
  if (path === 'phone_number_campaigns')
    return records(
      owned.flatMap(({ number }) => {
        const own = stateOfNumber(asked, number);
        if (!hasCampaign || own === 'missing') return [];
        const failure = own === 'rejected' ? { failureReasons: reason } : {};
        return [{ phoneNumber: number, ...ids, assignmentStatus: telnyxAssignments[own], ...failure }];
      }),
    );
  if (path === `campaign/${ids.campaignId}/mnoMetadata`)
    return json(200, {
      10017: { mno: 'AT&T', qualify: true, ...(script.attClass && { tpm: attTexts[script.attClass] }) },
      10035: {
        mno: 'T-Mobile',
        qualify: true,
        ...(script.tmobileTier && { brandDailyCap: tmobileSegments[script.tmobileTier] }),
      },
    });
  return undefined;
}

const twilioBrands = { pending: 'IN_REVIEW', rejected: 'FAILED', approved: 'APPROVED' };
const twilioCampaigns = { pending: 'IN_PROGRESS', rejected: 'FAILED', approved: 'VERIFIED' };

const page = (key: string, all: readonly object[]): Answer =>
  json(200, { [key]: all, meta: { page: 0, page_size: 100, next_page_url: null, key } });

/** Twilio's part of https://messaging.twilio.com; undefined for what it has not. */
export function twilioRegistrations(asked: Account, path: string): Answer | undefined {
  const { account, owned } = asked;
  const script = scriptOf(asked);
  const { brand = 'approved', campaign = 'approved', reason = refusal } = script;
  const service = `MG${account}`;
  const hasCampaign = brand !== 'missing' && campaign !== 'missing';
  const fault = [{ error_code: 30886, description: reason, fields: [] }];
  if (path === '/v1/a2p/BrandRegistrations')
    return page(
      'data',
      brand === 'missing'
        ? []
        : [
            {
              sid: `BN${account}`,
              account_sid: account,
              status: twilioBrands[brand],
              brand_type: 'STANDARD',
              identity_status: brand === 'approved' ? 'VERIFIED' : 'UNVERIFIED',
              failure_reason: brand === 'rejected' ? reason : null,
              errors: brand === 'rejected' ? fault : [],
            },
          ],
    );
  if (path === '/v1/Services') return page('services', [{ sid: service, friendly_name: 'Sandbox' }]);
  if (path === `/v1/Services/${service}/Compliance/Usa2p`)
    return page(
      'compliance',
      hasCampaign
        ? [
            {
              sid: `QE${account}`,
              brand_registration_sid: `BN${account}`,
              messaging_service_sid: service,
              us_app_to_person_usecase: script.useCase ?? 'MARKETING',
              campaign_status: twilioCampaigns[campaign as keyof typeof twilioCampaigns],
              campaign_id: campaign === 'approved' ? 'CSANDBX' : null,
              rate_limits: {
                att: script.attClass ? { mps: 75, msg_class: script.attClass } : {},
                tmobile: script.tmobileTier ? { brand_tier: script.tmobileTier } : {},
              },
              errors: campaign === 'rejected' ? fault : [],
            },
          ]
        : [],
    );
  if (path === `/v1/Services/${service}/PhoneNumbers`)
    // A service has a number or has it not; there is nothing in between.
    return page(
      'phone_numbers',
      owned
        .filter(({ number }) => stateOfNumber(asked, number) === 'approved')
        .map(({ id, number }) => ({ sid: id, service_sid: service, phone_number: number })),
    );
  return undefined;
}
