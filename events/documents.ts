import { z } from 'zod';
import { defineEvent } from './define.ts';

export const documentEvents = {
  /** A document of the area of exports is to be printed as a PDF there; the entity is the work that asked for it. */
  'document.print.requested': defineEvent(z.object({ documentKey: z.string(), fileKey: z.string() }), {
    documentKey: 'reports/job_01J8Z3K4M5N6P7Q8R9S0T1V2W3/report.html',
    fileKey: 'reports/job_01J8Z3K4M5N6P7Q8R9S0T1V2W3/report.pdf',
  }),
};
