/** Leads are shown in pages of their own and by who works on them, and jobs of other nouns change leads as well. */
const leadKeys = [[['leads']], [['leadAssignments']], ['lead-pages']];

/** What is made of projects changes none of them, and an editor that is open asks for its project by itself. */
const madeOfProjects = [
  'listBulkExports',
  'listExports',
  'listBatches',
  'getPersonalised',
  'listPersonalised',
].map((call) => [['content', call]]);

/** What is asked for again when a job has ended: all of the noun that its kind begins with, as in 'offices.close'. */
export const staleAfterJob = (kind: string): readonly (readonly unknown[])[] => {
  const [noun] = kind.split('.');
  return noun === 'content' ? madeOfProjects : [...leadKeys, [[noun]]];
};
