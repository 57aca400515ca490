import type { StepState, TextRegistration } from '#shared/model/text-registration.ts';
import { furthest, missing, nothingRegistered, standing } from '../registered.ts';
import { ProviderRefused, type SmsAccount } from '../types.ts';
import { ask } from './wire.ts';

/*
 * 10DLC as Telnyx tells of it: https://developers.telnyx.com/api/messaging/10dlc (its SDK 7.24.0 has the types). Lists are
 * `records` with a `totalRecords`, not `data` as elsewhere in its API.
 */

interface WireBrand {
  brandId: string;
  status?: string;
  identityStatus?: string;
  failureReasons?: string;
}

interface WireCampaign {
  campaignId: string;
  brandId: string;
  usecase?: string;
  campaignStatus?: string;
  failureReasons?: string;
}

interface WireAssignment {
  phoneNumber: string;
  campaignId: string;
  assignmentStatus?: string;
  failureReasons?: string;
}

/** Of one operator of mobile phones, by its number of The Campaign Registry. */
interface WireOperator {
  mno?: string;
  /** Texts of the campaign in a minute, of AT&T. */
  tpm?: number;
  /** Segments of the brand in a day, of T-Mobile. */
  brandDailyCap?: number;
}

/** Records of a page: the most that Telnyx takes. */
const pageRecords = 500;

async function everyRecord<T>(account: SmsAccount, path: string): Promise<T[]> {
  const found: T[] = [];
  for (let page = 1; ; page++) {
    const { body } = await ask(
      account,
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}page=${page}&recordsPerPage=${pageRecords}`,
    );
    const { records = [], totalRecords = 0 } = body as { records?: T[]; totalRecords?: number };
    found.push(...records);
    if (records.length === 0 || found.length >= totalRecords) return found;
  }
}

function brandStanding({ status, identityStatus, failureReasons }: WireBrand) {
  if (status === 'REGISTRATION_FAILED') return standing('rejected', failureReasons);
  if (status === 'REGISTRATION_PENDING') return standing('pending');
  return identityStatus === 'UNVERIFIED'
    ? standing('rejected', failureReasons || 'its identity could not be verified')
    : standing('approved');
}

const campaignStates: Readonly<Record<string, StepState>> = {
  MNO_ACCEPTED: 'approved',
  MNO_PROVISIONED: 'approved',
  TCR_SUSPENDED: 'rejected',
  TCR_EXPIRED: 'rejected',
  TCR_FAILED: 'rejected',
  TELNYX_FAILED: 'rejected',
  MNO_REJECTED: 'rejected',
  MNO_PROVISIONING_FAILED: 'rejected',
};

const endings: Readonly<Record<string, string>> = {
  TCR_SUSPENDED: 'it is suspended',
  TCR_EXPIRED: 'it has expired',
};

const campaignStanding = ({ campaignStatus = '', failureReasons }: WireCampaign) =>
  standing(campaignStates[campaignStatus] ?? 'pending', failureReasons || endings[campaignStatus]);

const assignmentStates: Readonly<Record<string, StepState>> = {
  ASSIGNED: 'approved',
  PENDING_ASSIGNMENT: 'pending',
  FAILED_ASSIGNMENT: 'rejected',
  PENDING_UNASSIGNMENT: 'missing',
  // It is in the campaign still.
  FAILED_UNASSIGNMENT: 'approved',
};

/** What operators take of a campaign's texts, where they say so. */
async function throughputOf(account: SmsAccount, campaignId: string) {
  const { body } = await ask(
    account,
    'GET',
    `/10dlc/campaign/${encodeURIComponent(campaignId)}/mnoMetadata`,
  ).catch((error) => {
    // What it may send is good to know, and no more.
    if (error instanceof ProviderRefused) return { body: {} };
    throw error;
  });
  const operators = Object.values(body) as (WireOperator | null)[];
  const named = (name: string) =>
    operators.find((one) =>
      one?.mno
        ?.toLowerCase()
        .replaceAll(/[^a-z&]/g, '')
        .includes(name),
    );
  return {
    attTextsAMinute: named('at&t')?.tpm ?? null,
    tmobileSegmentsADay: named('tmobile')?.brandDailyCap ?? null,
  };
}

/** How numbers of the account are registered for 10DLC. @throws ProviderDown, ProviderRefused */
export async function registrations(
  account: SmsAccount,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, TextRegistration>> {
  const [brands, assignments] = await Promise.all([
    everyRecord<WireBrand>(account, '/10dlc/brand'),
    everyRecord<WireAssignment>(account, '/10dlc/phone_number_campaigns'),
  ]);
  const campaigns: WireCampaign[] = [];
  for (const { brandId } of brands)
    campaigns.push(
      ...(await everyRecord<WireCampaign>(account, `/10dlc/campaign?brandId=${encodeURIComponent(brandId)}`)),
    );
  const assigned = new Map(assignments.map((one) => [one.phoneNumber, one]));
  const throughputs = new Map<string, Awaited<ReturnType<typeof throughputOf>>>();
  const found = new Map<string, TextRegistration>();
  for (const number of numbers) {
    const assignment = assigned.get(number);
    const own = campaigns.find(({ campaignId }) => campaignId === assignment?.campaignId);
    const campaign = own ?? furthest(campaigns, campaignStanding);
    const brand =
      brands.find(({ brandId }) => brandId === campaign?.brandId) ?? furthest(brands, brandStanding);
    // A campaign that another account shares is not among ours, and numbers are only ever assigned to one that is live.
    const isShared = assignment !== undefined && !own;
    if (own && !throughputs.has(own.campaignId))
      throughputs.set(own.campaignId, await throughputOf(account, own.campaignId));
    found.set(number, {
      ...nothingRegistered,
      brand: isShared ? standing('approved') : brand ? brandStanding(brand) : missing,
      campaign: isShared ? standing('approved') : campaign ? campaignStanding(campaign) : missing,
      number: assignment
        ? standing(
            assignmentStates[assignment.assignmentStatus ?? 'ASSIGNED'] ?? 'pending',
            assignment.failureReasons,
          )
        : missing,
      campaignId: assignment?.campaignId ?? null,
      useCase: (isShared ? null : campaign?.usecase) ?? null,
      ...(own && throughputs.get(own.campaignId)),
    });
  }
  return found;
}
