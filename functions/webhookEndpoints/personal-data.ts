import { type PersonalData, tellsOf, throughEach } from '#functions/kernel/personal-data.ts';
import { allEndpoints, pageOfSendings, removeSendings, type SendingRecord } from './store.ts';

const pageSize = 100;

export const endpointPersonalData: PersonalData<SendingRecord>[] = [
  {
    kind: 'sendings',
    title: 'What other systems were told of them',
    stored: ['webhookSending'],
    async find(subject, cursor) {
      const tells = tellsOf(subject);
      const endpoints = await allEndpoints();
      return throughEach(endpoints, cursor, async ({ endpointId }, inner) => {
        // That a lead was deleted is how the others learn to erase it as well, and holds its id alone.
        const page = await pageOfSendings(endpointId, inner, pageSize);
        return {
          found: page.sendings.filter(({ type, payload }) => type !== 'lead.deleted' && tells(payload)),
          cursor: page.cursor,
        };
      });
    },
    row: ({ messageId, at, type, endpointId, payload }) => ({ id: messageId, at, type, endpointId, payload }),
    erase: (found) => removeSendings(found.map(({ messageId }) => messageId)),
  },
];
