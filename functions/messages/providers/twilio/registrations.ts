import { attTextsOfClass, tmobileSegmentsOfTier } from '#shared/model/carrier-limits.ts';
import type { StepState, TextRegistration } from '#shared/model/text-registration.ts';
import { furthest, missing, nothingRegistered, standing } from '../registered.ts';
import type { SmsAccount } from '../types.ts';
import { ask, list } from './wire.ts';

/*
 * A2P 10DLC as Twilio tells of it: brands of the account, and of each messaging service its campaign and its numbers.
 * https://www.twilio.com/docs/messaging/compliance/a2p-10dlc (Twilio's OpenAPI description has the fields)
 */

interface WireBrand {
  sid: string;
  status?: string;
  failure_reason?: string | null;
  errors?: WireFault[];
}

interface WireFault {
  description?: string;
}

interface WireCampaign {
  sid: string;
  brand_registration_sid?: string;
  us_app_to_person_usecase?: string;
  campaign_status?: string;
  campaign_id?: string | null;
  rate_limits?: { att?: { msg_class?: string }; tmobile?: { brand_tier?: string } } | null;
  errors?: WireFault[];
}

const host = ({ sandbox, url }: SmsAccount) =>
  sandbox ? `${url}/messaging` : 'https://messaging.twilio.com';

/** Things of a page. */
const pageSize = 100;

/** All of a list, page by page; `meta` has the address of the next one. */
async function everyOne<T>(account: SmsAccount, path: string, name: string): Promise<T[]> {
  const found: T[] = [];
  let next = `${path}?PageSize=${pageSize}`;
  for (;;) {
    const { body } = await ask(account, 'GET', `${host(account)}${next}`);
    found.push(...list<T>(body, name));
    const { next_page_url: url } = (body.meta ?? {}) as { next_page_url?: string | null };
    if (!url) return found;
    // The keys go to Twilio's own host alone, whatever an answer names.
    const { pathname, search } = new URL(url);
    next = pathname + search;
  }
}

const wordsOf = (reason: string | null | undefined, errors: readonly WireFault[] = []) =>
  reason || errors.map(({ description }) => description ?? '').join(' ');

const brandStates: Readonly<Record<string, StepState>> = {
  APPROVED: 'approved',
  FAILED: 'rejected',
  SUSPENDED: 'rejected',
  DELETED: 'missing',
};
const campaignStates: Readonly<Record<string, StepState>> = {
  VERIFIED: 'approved',
  FAILED: 'rejected',
  SUSPENDED: 'rejected',
};

const brandStanding = ({ status = '', failure_reason: reason, errors }: WireBrand) =>
  standing(brandStates[status] ?? 'pending', wordsOf(reason, errors));

const campaignStanding = ({ campaign_status: status = '', errors }: WireCampaign) =>
  standing(campaignStates[status] ?? 'pending', wordsOf(null, errors));

interface Service {
  /** Numbers in it, in E.164. */
  numbers: ReadonlySet<string>;
  campaign: WireCampaign | undefined;
}

async function serviceOf(account: SmsAccount, sid: string): Promise<Service> {
  const path = `/v1/Services/${encodeURIComponent(sid)}`;
  const [campaigns, numbers] = await Promise.all([
    everyOne<WireCampaign>(account, `${path}/Compliance/Usa2p`, 'compliance'),
    everyOne<{ phone_number: string }>(account, `${path}/PhoneNumbers`, 'phone_numbers'),
  ]);
  return {
    numbers: new Set(numbers.map(({ phone_number: number }) => number)),
    campaign: furthest(campaigns, campaignStanding),
  };
}

/** How numbers of the account are registered for 10DLC. @throws ProviderDown, ProviderRefused */
export async function registrations(
  account: SmsAccount,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, TextRegistration>> {
  const [brands, sids] = await Promise.all([
    everyOne<WireBrand>(account, '/v1/a2p/BrandRegistrations', 'data'),
    everyOne<{ sid: string }>(account, '/v1/Services', 'services'),
  ]);
  const services: Service[] = [];
  for (const { sid } of sids) services.push(await serviceOf(account, sid));
  const campaigns = services.flatMap(({ campaign }) => campaign ?? []);
  return new Map(
    numbers.map((number): [string, TextRegistration] => {
      const own = services.find((one) => one.campaign && one.numbers.has(number))?.campaign;
      const campaign = own ?? furthest(campaigns, campaignStanding);
      const brand =
        brands.find(({ sid }) => sid === campaign?.brand_registration_sid) ?? furthest(brands, brandStanding);
      const limits = own?.rate_limits;
      return [
        number,
        {
          ...nothingRegistered,
          brand: brand ? brandStanding(brand) : missing,
          campaign: campaign ? campaignStanding(campaign) : missing,
          number: own ? standing('approved') : missing,
          campaignId: own ? (own.campaign_id ?? own.sid) : null,
          useCase: campaign?.us_app_to_person_usecase ?? null,
          attTextsAMinute: attTextsOfClass(limits?.att?.msg_class),
          tmobileSegmentsADay: tmobileSegmentsOfTier(limits?.tmobile?.brand_tier),
        },
      ];
    }),
  );
}
