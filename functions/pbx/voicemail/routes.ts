import { routesOf } from '#functions/kernel/http.ts';
import { pbx } from '#shared/api/pbx/index.ts';
import { listBoxes } from './boxes.ts';
import { greetExtension, greetQueue } from './greeting.ts';
import { hearMessage, listMessages, markMessage, removeMessage } from './messages.ts';

const r = routesOf(pbx);

export const voicemail = {
  voicemailBoxes: r.voicemailBoxes.handler(() => listBoxes()),
  listVoicemail: r.listVoicemail.handler(({ input }) => listMessages(input)),
  hearVoicemail: r.hearVoicemail.handler(({ input }) => hearMessage(input.id)),
  markVoicemail: r.markVoicemail.handler(({ input }) => markMessage(input.id, input.isHeard)),
  removeVoicemail: r.removeVoicemail.handler(async ({ input }) => {
    await removeMessage(input.id);
    return { message: 'The message has been removed.' };
  }),
  setExtensionGreeting: r.setExtensionGreeting.handler(({ input }) => greetExtension(input.id, input.audio)),
  setQueueGreeting: r.setQueueGreeting.handler(({ input }) => greetQueue(input.id, input.audio)),
};
