import type { Page } from 'playwright-core';
import type { Caller } from './support/product.ts';

const people = ['Ada Lovelace', 'Grace Hopper', 'Katherine Johnson', 'Margaret Hamilton', 'Hedy Lamarr'];
const places = [
  ['NY', 'New York', '10001', '212'],
  ['CA', 'Los Angeles', '90012', '213'],
  ['TX', 'Houston', '77002', '713'],
] as const;
const statuses = ['new', 'new', 'contacted', 'qualified', 'proposal', 'won', 'lost'];
const tags = [['hot', 'callback'], ['solar'], [], ['referral']];

/** Leads for the pictures, some with an owner. */
async function makeLeads(caller: Caller): Promise<void> {
  const { agents } = await caller.ask<{ agents: { agentId: string }[] }>('GET', '/lead-assignments/stats');
  const leads = Array.from({ length: 60 }, (_, at) => {
    const [state, city, postcode, area] = places[at % places.length]!;
    const [firstName, lastName] = people[at % people.length]!.split(' ');
    return {
      firstName,
      lastName,
      phones: [`+1${area}555${1000 + at}`],
      emails: [`${firstName!.toLowerCase()}.${at}@example.com`],
      address: { street: '', city, state, postcode, country: 'US' },
      status: statuses[at % statuses.length],
      ownerId: at % 3 === 0 ? null : (agents[at % agents.length]?.agentId ?? null),
      tags: tags[at % tags.length],
      score: (at * 37) % 101,
      dealAmount: at % 4 === 0 ? null : (at * 731) % 40_000,
    };
  });
  await caller.ask('POST', '/leads/bulk', { leads });
}

/** The pictures of leads, one lead, the board and a template. */
export async function takeLeadPictures(
  page: Page,
  caller: Caller,
  settle: () => Promise<void>,
  file: (name: string) => string,
): Promise<void> {
  await makeLeads(caller);
  await page.goto('/leads');
  await page.getByRole('grid', { name: 'Leads' }).getByRole('link').first().waitFor();
  await settle();
  await page.screenshot({ path: file('leads') });
  await page.getByRole('grid', { name: 'Leads' }).getByRole('link').first().click();
  await page.getByLabel('Note', { exact: true }).fill('Asked for a quote by Friday.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await settle();
  await page.screenshot({ path: file('lead') });
  await page.goto('/assignments');
  await settle();
  await page.screenshot({ path: file('assignments') });
  await page.goto('/templates/new-sms');
  await page.getByLabel('Name', { exact: true }).fill('Quote is ready');
  await page.getByRole('textbox', { name: 'Text' }).fill('Hi {{ lead.firstName }}, it’s ready.');
  await page.getByText('a curly apostrophe').waitFor();
  await settle();
  await page.screenshot({ path: file('template') });
}
