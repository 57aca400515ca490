import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { smsProviderOf } from './index.ts';
import { ProviderDown, ProviderRefused, type SmsAccount } from './types.ts';

/* What the sandbox does not do: lists of several pages, keys that may not ask, campaigns of others. */

/** A carrier that answers by path; what it was asked stands in `asked`. */
async function carrier(provider: 'telnyx' | 'twilio', answers: Record<string, object | number>) {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const answer = answers[url] ?? answers[url.split('?')[0]!] ?? 404;
    response.writeHead(typeof answer === 'number' ? answer : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(typeof answer === 'number' ? {} : answer));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const account: SmsAccount = {
    provider,
    sandbox: true,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    id: 'AC1',
    secret: 's',
    service: null,
    callbackSecret: async () => 's',
  };
  const read = (...numbers: string[]) => smsProviderOf(provider).registrations!(account, numbers);
  return { asked, read };
}

const [miami, tampa] = ['+13055550142', '+18135550142'];
const states = (one: object | undefined) =>
  one &&
  Object.fromEntries(Object.entries(one).flatMap(([name, of]) => (of?.state ? [[name, of.state]] : [])));

describe('Telnyx', () => {
  const brand = { brandId: 'b1', status: 'OK', identityStatus: 'VERIFIED' };
  const live = { campaignId: 'c1', brandId: 'b1', usecase: 'MIXED', campaignStatus: 'MNO_PROVISIONED' };

  it('is read page by page, and each number by its own campaign', async () => {
    const place = (phoneNumber: string, campaignId: string) => ({ phoneNumber, campaignId });
    const { read } = await carrier('telnyx', {
      '/v2/10dlc/brand': { records: [brand], totalRecords: 1 },
      '/v2/10dlc/campaign': {
        records: [live, { ...live, campaignId: 'c2', campaignStatus: 'TCR_EXPIRED' }],
        totalRecords: 2,
      },
      '/v2/10dlc/phone_number_campaigns?page=1&recordsPerPage=500': {
        records: [place(miami, 'c1')],
        totalRecords: 2,
      },
      '/v2/10dlc/phone_number_campaigns?page=2&recordsPerPage=500': {
        records: [place(tampa, 'c2')],
        totalRecords: 2,
      },
      '/v2/10dlc/campaign/c1/mnoMetadata': { 10017: { mno: 'AT&T', tpm: 240 }, 10035: { mno: 'T-Mobile' } },
    });
    const told = await read(miami, tampa);
    expect(told.get(miami)).toMatchObject({
      number: { state: 'approved' },
      campaignId: 'c1',
      useCase: 'MIXED',
      attTextsAMinute: 240,
      tmobileSegmentsADay: null,
    });
    expect(told.get(tampa)?.campaign).toEqual({ state: 'rejected', reason: 'it has expired' });
  });

  it('may have a number in a campaign that another account shares', async () => {
    const { read } = await carrier('telnyx', {
      '/v2/10dlc/brand': { records: [], totalRecords: 0 },
      '/v2/10dlc/phone_number_campaigns': {
        records: [{ phoneNumber: miami, campaignId: 'theirs', assignmentStatus: 'ASSIGNED' }],
        totalRecords: 1,
      },
    });
    const approved = { brand: 'approved', campaign: 'approved', number: 'approved' };
    expect(states((await read(miami)).get(miami))).toEqual(approved);
  });

  it.each([
    ['PENDING_ASSIGNMENT', 'pending'],
    ['FAILED_ASSIGNMENT', 'rejected'],
    ['PENDING_UNASSIGNMENT', 'missing'],
    ['FAILED_UNASSIGNMENT', 'approved'],
  ])('has a number that is %s as %s', async (assignmentStatus, state) => {
    const { read } = await carrier('telnyx', {
      '/v2/10dlc/brand': { records: [brand], totalRecords: 1 },
      '/v2/10dlc/campaign': { records: [live], totalRecords: 1 },
      '/v2/10dlc/phone_number_campaigns': {
        records: [{ phoneNumber: miami, campaignId: 'c1', assignmentStatus }],
        totalRecords: 1,
      },
    });
    expect(states((await read(miami)).get(miami))).toMatchObject({ campaign: 'approved', number: state });
  });

  it('says so where the keys may not ask, and where it is out of order', async () => {
    const refusing = await carrier('telnyx', { '/v2/10dlc/brand': 403 });
    await expect(refusing.read(miami)).rejects.toBeInstanceOf(ProviderRefused);
    const down = await carrier('telnyx', { '/v2/10dlc/brand': 503 });
    await expect(down.read(miami)).rejects.toBeInstanceOf(ProviderDown);
  });
});

describe('Twilio', () => {
  it('is read page by page on its own host alone, and each number by its messaging service', async () => {
    const services = (sid: string, next: string | null) => ({
      services: [{ sid }],
      meta: { next_page_url: next },
    });
    const campaign = (status: string, more: object = {}) => ({
      compliance: [{ sid: 'QE1', brand_registration_sid: 'BN1', campaign_status: status, ...more }],
    });
    const { read, asked } = await carrier('twilio', {
      '/messaging/v1/a2p/BrandRegistrations': { data: [{ sid: 'BN1', status: 'APPROVED' }] },
      '/messaging/v1/Services?PageSize=100': services('MG1', 'https://elsewhere.example/v1/Services?Page=1'),
      '/messaging/v1/Services?Page=1': services('MG2', null),
      '/messaging/v1/Services/MG1/Compliance/Usa2p': campaign('VERIFIED', {
        us_app_to_person_usecase: 'MARKETING',
        rate_limits: { att: { msg_class: 'E' }, tmobile: { brand_tier: 'LOWER_MID' } },
      }),
      '/messaging/v1/Services/MG1/PhoneNumbers': { phone_numbers: [{ phone_number: miami }] },
      '/messaging/v1/Services/MG2/Compliance/Usa2p': campaign('FAILED', {
        errors: [{ description: 'No opt-in is described.' }],
      }),
      '/messaging/v1/Services/MG2/PhoneNumbers': { phone_numbers: [{ phone_number: tampa }] },
    });
    const told = await read(miami, tampa, '+12125550142');
    expect(told.get(miami)).toMatchObject({
      campaign: { state: 'approved' },
      attTextsAMinute: 240,
      tmobileSegmentsADay: 10_000,
    });
    expect(told.get(tampa)?.campaign).toEqual({ state: 'rejected', reason: 'No opt-in is described.' });
    expect(states(told.get('+12125550142'))).toMatchObject({ campaign: 'approved', number: 'missing' });
    expect(asked.every((path) => path.startsWith('/messaging/'))).toBe(true);
  });
});
