import * as z from 'zod';
import { idOf, refersTo } from '../../reference.ts';
import { mailboxOf } from '../mailbox.ts';
import { soundFields, soundOf } from '../sound.ts';
import { stepSound } from '../step-sound.ts';
import { wholeWithin } from '../whole.ts';
import { definePlanType } from './define.ts';

/** How long a caller may speak; seconds. */
export const recordSeconds = { min: 5, max: 300, default: 60 } as const;
/** Who says nothing for so long has finished; seconds. */
export const recordSilence = 5;

const seconds = wholeWithin(recordSeconds);
const boxId = idOf('ext', 'Please choose a mailbox.');

export const recordType = definePlanType({
  type: 'record',
  label: 'Record a message',
  group: 'Media and IVR',
  data: z.strictObject({
    ...soundFields,
    mailbox: refersTo('extension', boxId)
      .nullable()
      .default(null)
      .describe('the extension in whose mailbox it is kept'),
    seconds: seconds.default(recordSeconds.default).describe('longest message; # ends it early'),
  }),
  ports: ['recorded', 'silent'],
  otherwise: 'silent',
  fields: { prompt: stepSound, boxId, seconds },
  isAsked: false,
  answersWithin: () => 0,
  resolve({ mailbox, seconds: longest, ...data }, at) {
    at.need('record');
    const prompt = soundOf(data, at);
    if (mailbox === null) return at.fail('Please choose in whose mailbox it is kept.');
    return { prompt, boxId: mailboxOf(mailbox, at), seconds: longest };
  },
});
