import { worker } from '#functions/kernel/queue.ts';
import { feedback, takeFeedback } from './feedback/feedback.ts';

/** What SES tells of mails that it took. */
export const handler = worker('feedback', feedback, (told) => takeFeedback(told));
