import { log } from '#functions/kernel/log.ts';
import { exchangeStanding } from '#functions/telephony/api.ts';
import { find } from '#functions/tenants/api.ts';
import { type ModuleName, type ModuleStatus, moduleNames } from '#shared/model/module-status.ts';

type Told = Pick<ModuleStatus, 'state' | 'reason'> & Partial<ModuleStatus>;

const exchangeReasons = {
  none: ['not_connected', 'No telephone exchange is connected yet.'],
  'built-in': ['sandbox', 'Calls go through the exchange that comes with this installation.'],
  new: ['not_connected', 'Its bridge was not connected yet.'],
  enrolling: ['not_connected', 'Its bridge has not used its enrolment token yet.'],
  revoked: ['not_connected', 'Its bridge was shut out.'],
  offline: ['down', 'Nothing is heard of its bridge.'],
  degraded: ['degraded', 'Its bridge lives, and its Asterisk is away: no calls can be made.'],
  online: ['ok', ''],
} as const;

const asked: Readonly<Record<ModuleName, () => Promise<Told>>> = {
  async table() {
    await find();
    return { state: 'ok', reason: '' };
  },
  async exchange() {
    const { state, name, since, seenAt } = await exchangeStanding();
    const [told, reason] = exchangeReasons[state];
    return { state: told, reason: reason && name ? `${name}: ${reason}` : reason, since, seenAt };
  },
};

/** How each part of the product stands for the workspace. One that cannot be asked is down, and the others are told. */
export async function moduleStates(): Promise<ModuleStatus[]> {
  return Promise.all(
    (Object.keys(moduleNames) as ModuleName[]).map(async (name) => {
      const part = { name, label: moduleNames[name], since: null, seenAt: null };
      try {
        return { ...part, ...(await asked[name]()) };
      } catch (error) {
        log.error('A part of the product could not be asked how it stands.', { name, error: error as Error });
        return { ...part, state: 'down' as const, reason: 'It could not be asked.' };
      }
    }),
  );
}
