import { hooks } from '#functions/kernel/hook.ts';
import type { PromptUse } from '#shared/model/prompt-recording.ts';

/** What plays recordings, by the recording's id. */
type Users = ReadonlyMap<string, Omit<PromptUse, 'kind'>[]>;

/** The nouns that play recordings, which name recordings themselves. */
export const recordingUsers = hooks<{
  plans(): Promise<Users>;
  menus(): Promise<Users>;
}>('recordingUsers');

/** Everything that plays recordings, by the recording's id; one that nothing plays is not among them. */
export async function usersOfRecordings(): Promise<ReadonlyMap<string, PromptUse[]>> {
  const { plans, menus } = recordingUsers.run;
  const [byPlans, byMenus] = await Promise.all([plans(), menus()]);
  const users = new Map<string, PromptUse[]>();
  const add = (kind: PromptUse['kind'], found: Users) => {
    for (const [recordingId, using] of found)
      users.set(recordingId, [
        ...(users.get(recordingId) ?? []),
        ...using.map(({ id, name }) => ({ kind, id, name })),
      ]);
  };
  add('plan', byPlans);
  add('menu', byMenus);
  return users;
}
