import { keepConsents } from '#functions/compliance/api.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { eraseEvents, eventsOf, type StoredEvent } from '#functions/kernel/events.ts';
import {
  onePage,
  type PersonalData,
  redactor,
  tellsOf,
  throughEach,
} from '#functions/kernel/personal-data.ts';
import { eraseImported, type ImportedTexts, importedTexts } from './imports/personal-data.ts';
import { findLeads, type LeadRecord } from './store.ts';
import { view } from './view.ts';
import { removeLead } from './write.ts';

const leads: PersonalData<LeadRecord> = {
  kind: 'leads',
  title: 'Leads',
  stored: ['lead', 'leadEntry', 'leadPhone'],
  find: async ({ leadIds }) => onePage(await findLeads(leadIds)),
  row: (lead) => ({
    ...view(lead),
    ...(lead.enteredScore === undefined ? {} : { enteredScore: lead.enteredScore }),
  }),
  async erase(found) {
    for (const lead of found) {
      await keepConsents(lead);
      await removeLead(lead.id, true).catch((error) => {
        // Somebody deleted it at the same instant.
        if (!(error instanceof AppError) || error.status !== 404) throw error;
      });
    }
  },
};

/** That a lead was deleted tells nothing of it, and figures count it. */
const tellsNothing = ({ type }: StoredEvent): boolean => type === 'lead.deleted';

const timelines: PersonalData<StoredEvent> = {
  kind: 'leadTimeline',
  title: 'The timelines of their leads: changes, notes, what was said and done',
  stored: ['event'],
  find: ({ leadIds }, cursor) =>
    throughEach(leadIds, cursor, async (leadId, inner) => {
      const page = await eventsOf(leadId, inner);
      return { found: page.events.filter((one) => !tellsNothing(one)), cursor: page.cursor };
    }),
  row: ({ at, type, data }) => ({ at, what: type, data }),
  erase: eraseEvents,
};

const imports: PersonalData<ImportedTexts> = {
  kind: 'leadImports',
  title: 'Rows of imports that were refused',
  stored: ['leadImportReason', 'leadImportChunk'],
  find: (subject, cursor) => importedTexts(tellsOf(subject), cursor),
  row: ({ importId, texts }) => ({ importId, texts }),
  erase: (found, subject) => eraseImported(found, tellsOf(subject), redactor(subject)),
};

export const leadPersonalData = [leads, timelines, imports] as PersonalData[];
