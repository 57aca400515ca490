/** What other nouns use of this one. They import this file and no other. */

export { variablesOf } from './liquid.ts';
export { listTemplates, templateById } from './manage.ts';
export { leadValues, rendered, renderFor, signValues, spoken, valuesFor } from './render.ts';
export { segmentsOf } from './segments.ts';
export { findTemplate, findTemplates, noteUse, templatesThere } from './store.ts';
