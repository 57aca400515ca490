import { onBehalfOf } from '#functions/kernel/actor.ts';
import { createCampaign, listCampaigns } from '#functions/messages/api.ts';
import { everyUser } from '#functions/users/api.ts';

/** A campaign that waits for somebody to start it, written by the demo's admin; none where there is one already. */
export async function draftCampaign(): Promise<void> {
  const admin = (await everyUser()).find(({ username }) => username === 'admin');
  if (!admin) return;
  const { userId, username } = admin;
  await onBehalfOf({ userId, username, role: 'admin' }, 'demo', async () => {
    const { pagination } = await listCampaigns({ page: 1, limit: 1 });
    if (pagination.total > 0) return;
    await createCampaign({
      name: 'Solar check-up',
      message: 'Hi {{ lead.firstName }}, solar panels are 10% less until May. May we call you?',
      filter: { field: 'status', op: 'is', value: 'new' },
      autoReply: {
        enabled: true,
        message: 'Thank you! We call you today.',
        onlyFirst: true,
        keywords: ['yes', 'call me'],
      },
    });
  });
}
