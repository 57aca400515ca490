import { asSystem } from '#functions/kernel/actor.ts';
import {
  onePage,
  type PersonalData,
  redactor,
  redactValue,
  type Subject,
} from '#functions/kernel/personal-data.ts';
import type { FixedLife } from '#functions/kernel/retention.ts';
import { accepted, writeOne } from '#functions/kernel/table.ts';
import { handoverIdOf } from './handover.ts';
import {
  findHandovers,
  type Handover,
  queryPurchases,
  redactedReturnWrite,
  type StoredPurchase,
  type StoredReturn,
} from './order-store.ts';

/** Orders that are looked through at once. */
const pageSize = 50;

interface SaidOfReturn {
  sellerTenantId: number;
  handover: Handover & { return: StoredReturn };
}

/** What was written of a return: by the buyer, the seller and the operator. */
const wordsOf = ({ note, objection, decision }: StoredReturn) => ({ note, objection, decision });
const namesIn = (said: StoredReturn, redact: (text: string) => string): boolean =>
  Object.values(wordsOf(said)).some((text) => redact(text) !== text);

/** The returns of a person in one purchase whose words name them. Who was handed over is known by a hash of the number or address. */
async function returnsIn(
  { orderId, sellerTenantId }: StoredPurchase,
  subject: Subject,
): Promise<SaidOfReturn[]> {
  const { phones, emails } = subject;
  const ids = [
    ...phones.map((phone) => handoverIdOf(orderId, { phone, email: '' })),
    ...emails.map((email) => handoverIdOf(orderId, { phone: '', email })),
  ];
  const redact = redactor(subject);
  const found = await asSystem(sellerTenantId, 'marketplace', () => findHandovers(orderId, ids));
  return found.flatMap((handover) =>
    handover.return && namesIn(handover.return, redact)
      ? [{ sellerTenantId, handover: { ...handover, return: handover.return } }]
      : [],
  );
}

const returns: PersonalData<SaidOfReturn> = {
  kind: 'marketReturns',
  title: 'What was written of their return to a seller of leads',
  stored: ['marketHandover'],
  // It goes through every order, which the night's runs have no time for.
  isOfRequests: true,
  async find(subject, cursor) {
    if (subject.phones.length + subject.emails.length === 0) return onePage<SaidOfReturn>([]);
    const page = await queryPurchases().go({ cursor, limit: pageSize });
    const bought = page.data.filter(({ status }) => status !== 'placing');
    return {
      found: (await Promise.all(bought.map((one) => returnsIn(one, subject)))).flat(),
      cursor: page.cursor,
    };
  },
  row: ({ handover: { orderId, return: said } }) => ({
    order: orderId,
    reason: said.reason,
    requestedAt: said.requestedAt,
    ...wordsOf(said),
  }),
  async erase(found, subject) {
    const redact = redactor(subject);
    for (const { sellerTenantId, handover } of found)
      await asSystem(sellerTenantId, 'marketplace', () =>
        // Somebody answers it at this instant: it is found again.
        accepted(writeOne(redactedReturnWrite(handover, redactValue(wordsOf(handover.return), redact)))),
      );
  },
};

export const returnPersonalData = [returns] as PersonalData[];

export const returnLives: FixedLife[] = [
  {
    title: 'What was written of returned leads of the market',
    covers: ['marketReturns'],
    life: 'As long as their order',
    why: 'It shows why money went back or did not. Who was returned stands there as a hash.',
  },
];
