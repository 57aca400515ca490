/** What other nouns use of this one. They import this file and no other. */

export { budgetMs, each, eachLead, outOfTime } from './bulk.ts';
export { allIfNoneNamed, assertChoice, type Chosen, countChanged, workChosen } from './chosen.ts';
export { chosenLeadsPage } from './chosen-page.ts';
export { countsOf, readLeadCounts } from './counts.ts';
export { leadLives, leadTerms, touchedSince } from './data-terms.ts';
export { deletedLeads } from './deleted.ts';
export { leadsOfEmail } from './emails.ts';
export { nameOrder, nobody, orderBucket, readBucket, sortable, valueBucket } from './entries.ts';
export { exportsAsJobs } from './exports/as-jobs.ts';
export { leadExportWork } from './exports/work.ts';
export { statistics } from './figures.ts';
export { addressesIn } from './find-addresses.ts';
export { finder } from './finder.ts';
export { hiddenAddresses, hiddenLeads, tellsOfHiddenLead } from './hidden.ts';
export { findHold, holdRemoval, holdWrite, isOnHold, leadsOnHold } from './holds.ts';
export { importsAsJobs } from './imports/as-jobs.ts';
export { leadIdOf } from './imports/chunk.ts';
export { guessFields, mappingOf } from './imports/columns.ts';
export { decoderOf } from './imports/encoding.ts';
export { formatOf, importFiles, openFile, readerOf } from './imports/file.ts';
export { previewImport } from './imports/preview.ts';
export { isEmptyRow, rowsOf, valuesOf } from './imports/records.ts';
export { type ReadRow, readRow } from './imports/row.ts';
export { leadImportWork } from './imports/turns.ts';
export { leadJobs } from './jobs.ts';
export { leadDeleted } from './journey-hooks.ts';
export { contactedWrites } from './last-contacted.ts';
export { mergeLead } from './merge.ts';
export { personOf, timeZonesOf } from './person.ts';
export { leadPersonalData } from './personal-data.ts';
export { assertFree, leadsOfNumber, leadsOfNumbers } from './phones.ts';
export { applyChanges } from './prepare.ts';
export { matches } from './query/matches.ts';
export { queryLeads } from './query/page.ts';
export { after, bucketStream, start } from './query/streams.ts';
export { assertFilterSize, assertStorableFilter, assertValidFilter } from './query/validate.ts';
export { answeredShares } from './scoring/answered-shares.ts';
export { currentScorer } from './scoring/scorer.ts';
export { gatheredOutcomes, keepOutcomes, type OutcomeRow } from './scoring/store.ts';
export { leadScoringWork, saveTraining } from './scoring/training.ts';
export { searchLeads } from './search.ts';
export { leadSettings, mayShareNumbers } from './settings.ts';
export {
  findLead,
  findLeads,
  ifUnchanged,
  isOvertaken,
  type LeadRecord,
  readLeadsAhead,
} from './store.ts';
export { timeline, timelineEvent } from './timeline.ts';
export { mayUse, view } from './view.ts';
export {
  changeLead,
  changeTags,
  changingWrites,
  createLead,
  newLead,
  usable,
  usableIds,
} from './write.ts';
