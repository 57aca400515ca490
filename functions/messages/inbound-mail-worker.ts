import { worker } from '#functions/kernel/queue.ts';
import { fileCreated, takeFile } from './inbound/inbound-mail.ts';

/** Mails that SES received. */
export const handler = worker('inbound-mail', fileCreated, (told) => takeFile(told));
