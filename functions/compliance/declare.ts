import { asOperator, currentUser, platformTenant } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { commit } from '#functions/kernel/table.ts';
import type { Emergency } from '#shared/model/compliance/settings.ts';
import { replaceDeclaredEmergencies } from './store.ts';

/** Puts the states of emergency that hold for every tenant in the place of those before; the platform's log says so. */
export async function declareEmergencies(emergencies: Emergency[]) {
  const target = { kind: 'emergencies', id: 'emergencies', name: 'States of emergency' };
  const states = [...new Set(emergencies.map(({ state }) => state))];
  await asOperator(platformTenant, currentUser(), () =>
    commit(
      replaceDeclaredEmergencies(emergencies),
      auditEntry('operator.emergenciesDeclared', target, { states }),
    ),
  );
  return { emergencies };
}
