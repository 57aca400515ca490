import { createLead } from '#functions/leads/api.ts';
import { everyUser } from '#functions/users/api.ts';
import { leadFields } from '#shared/model/lead.ts';
import { once } from './once.ts';

type Owner = 'agent' | 'admin' | undefined;

/**
 * People whom a solar company may have on its books, with numbers that nobody has (555-01xx), in all zones, so that
 * somebody may be called at most hours: name, area code and last digits, city, state, source, status, score, deal in US
 * dollars, whose.
 */
const people: [
  name: string,
  phone: string,
  city: string,
  state: string,
  source: string,
  status: string,
  score: number,
  deal: number | null,
  owner: Owner,
][] = [
  ['Grace Holloway', '2125550111', 'New York', 'NY', 'Website', 'new', 86, null, 'agent'],
  ['Daniel Okafor', '4045550112', 'Atlanta', 'GA', 'Website', 'new', 81, null, 'agent'],
  ['Rosa Delgado', '3055550113', 'Miami', 'FL', 'Referral', 'new', 78, null, 'agent'],
  ['Peter Lindqvist', '6125550114', 'Minneapolis', 'MN', 'Home show', 'new', 74, null, 'agent'],
  ['Hannah Brooks', '3035550115', 'Denver', 'CO', 'Website', 'new', 71, null, 'agent'],
  ['Kenji Watanabe', '2065550116', 'Seattle', 'WA', 'Referral', 'new', 69, null, 'agent'],
  ['Leilani Kahale', '8085550117', 'Honolulu', 'HI', 'Website', 'new', 64, null, 'agent'],
  ['Samuel Reyes', '4155550118', 'San Francisco', 'CA', 'Website', 'contacted', 72, null, 'agent'],
  ['Aisha Rahman', '3135550119', 'Detroit', 'MI', 'Home show', 'contacted', 58, null, 'agent'],
  ['Owen Gallagher', '6175550120', 'Boston', 'MA', 'Referral', 'qualified', 83, 18_400, 'agent'],
  ['Camila Torres', '6025550121', 'Phoenix', 'AZ', 'Website', 'proposal', 90, 24_900, 'agent'],
  ['Walter Schmidt', '4145550122', 'Milwaukee', 'WI', 'Home show', 'won', 95, 31_250, 'agent'],
  ['Naomi Bernstein', '7025550123', 'Las Vegas', 'NV', 'Referral', 'proposal', 88, 27_600, 'admin'],
  ['Victor Moreau', '5045550124', 'New Orleans', 'LA', 'Website', 'contacted', 47, null, 'admin'],
  ['Ingrid Solberg', '9075550125', 'Anchorage', 'AK', 'Website', 'new', 52, null, undefined],
  ['Marcus Whitfield', '9015550126', 'Memphis', 'TN', 'Home show', 'new', 49, null, undefined],
  ['Priya Nair', '5125550127', 'Austin', 'TX', 'Website', 'new', 67, null, undefined],
  ['Tom Kowalski', '3125550128', 'Chicago', 'IL', 'Website', 'new', 61, null, undefined],
  ['Elena Petrova', '7185550129', 'Brooklyn', 'NY', 'Referral', 'lost', 22, null, 'admin'],
];

/** Who wrote by the website has ticked its boxes: the law of some states wants that of calls to mobiles. */
const byForm = { state: 'given', how: 'web form' } as const;

/** The leads that the demo's console, board and list begin with. Done again it changes nothing. */
export async function addLeads(): Promise<void> {
  const users = await everyUser();
  const idOf = (owner: Owner) => users.find(({ username }) => username === owner)?.userId ?? null;
  for (const [name, phone, city, state, source, status, score, dealAmount, owner] of people) {
    const [firstName, lastName] = name.split(' ');
    const fields = leadFields.parse({
      firstName,
      lastName,
      phones: [`+1${phone}`],
      emails: [`${firstName}.${lastName}@example.com`],
      address: { city, state },
      brand: 'Brightside',
      source,
      status,
      score,
      dealAmount,
      ownerId: idOf(owner),
      consent: source === 'Website' ? { call: byForm, sms: byForm, email: byForm } : {},
    });
    await once(() => createLead(fields));
  }
}
