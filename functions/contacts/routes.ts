import { routesOf } from '#functions/kernel/http.ts';
import { usable } from '#functions/leads/api.ts';
import { contactThread, replyTo } from '#functions/messages/api.ts';
import { contacts } from '#shared/api/contacts.ts';

const r = routesOf(contacts);

export const routes = r.router({
  conversation: r.conversation.handler(({ input: { id, ...page } }) => contactThread(id, page)),
  reply: r.reply.handler(async ({ input: { id, message, key } }) => {
    await usable(id);
    return replyTo(id, message, key);
  }),
});
