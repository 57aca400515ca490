/** Leads are shown in pages of their own and by who works on them, and jobs of other nouns change leads as well. */
const leadKeys = [[['leads']], [['leadAssignments']], ['lead-pages']];

/** What is asked for again when a job has ended: all of the noun that its kind begins with, as in 'offices.close'. */
export const staleAfterJob = (kind: string): readonly (readonly unknown[])[] => {
  const [noun] = kind.split('.');
  return [...leadKeys, [[noun]]];
};
