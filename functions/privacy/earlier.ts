import { onePage, type PersonalData, redactor } from '#functions/kernel/personal-data.ts';
import { commit } from '#functions/kernel/table.ts';
import { removeFiles } from './files.ts';
import { marksOf } from './person.ts';
import { everyRequest, type RequestRecord, replaceRequest } from './store.ts';

/** What earlier requests about the same person hold of them: the file of an export, and the words of who asked. */
export const earlierRequests: PersonalData<RequestRecord>[] = [
  {
    kind: 'privacyRequests',
    title: 'Earlier requests about their data',
    stored: ['privacyRequest', 'privacyStep'],
    async find(subject) {
      const marks = new Set(marksOf(subject));
      const redact = redactor(subject);
      const requests = (await everyRequest()).filter(
        ({ leadIds, marks: own, completedAt }) =>
          completedAt !== null &&
          (leadIds.some((id) => subject.leadIds.includes(id)) || own.some((mark) => marks.has(mark))),
      );
      return onePage(
        requests.filter(({ fileBytes, reason }) => fileBytes !== null || redact(reason) !== reason),
      );
    },
    row: ({ requestId, kind, reason, createdAt, completedAt }) => ({
      id: requestId,
      kind,
      reason,
      createdAt,
      completedAt,
    }),
    async erase(found, subject) {
      for (const request of found) {
        await removeFiles(request.requestId);
        await commit(replaceRequest(request, { fileBytes: null, reason: redactor(subject)(request.reason) }));
      }
    },
    kept: 'That a request was made and done is kept, with hashes of the numbers and addresses and without the person: Art. 5(2) GDPR, 11 CCR 7101.',
  },
];
