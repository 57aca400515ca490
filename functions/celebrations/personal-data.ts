import { onePage, type PersonalData, tellsOf } from '#functions/kernel/personal-data.ts';
import { commit } from '#functions/kernel/table.ts';
import { removeFilesOf } from './news-files.ts';
import { type CelebrationRecord, celebrationPage, eraseCustomer } from './store.ts';

const pageSize = 200;

export const celebrationPersonalData: PersonalData<CelebrationRecord>[] = [
  {
    kind: 'celebrations',
    title: 'Celebrations of their purchases',
    stored: ['celebration'],
    async find(subject, cursor) {
      const tells = tellsOf(subject);
      const names = new Set(subject.names.map((name) => name.toLowerCase()));
      if (subject.leadIds.length + subject.names.length === 0) return onePage<CelebrationRecord>([]);
      const page = await celebrationPage(cursor, pageSize);
      // A bell names nobody but by the name that was typed, whole.
      const found = page.celebrations.filter(
        ({ leadId, customer }) => tells(leadId ?? '') || names.has(customer.trim().toLowerCase()),
      );
      return { found, cursor: page.cursor };
    },
    row: ({ at, customer, amount }) => ({ at, customer, amount }),
    async erase(found) {
      for (const celebration of found) {
        // They show the customer's name. First: without the name the celebration is not found again.
        await removeFilesOf(celebration);
        await commit(eraseCustomer(celebration));
      }
    },
  },
];
