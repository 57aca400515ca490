import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { connection, keys, model } from '#functions/kernel/table.ts';

/** One open editor's last sign of life; the table's TTL sweeps what is over. */
const Presences = new Entity(
  {
    model: model('presence'),
    attributes: {
      tenantId: { type: 'number', required: true },
      projectId: { type: 'string', required: true },
      tab: { type: 'string', required: true },
      userId: { type: 'string', required: true },
      name: { type: 'string', required: true },
      selection: { type: 'list', items: { type: 'string' }, required: true },
      /** Seconds since 1970. */
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      // Apart from the project's elements, so that reading those never reads heartbeats.
      ofProject: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'projectId'] },
        sk: { ...keys.primary.sk, composite: ['userId', 'tab'] },
      },
    },
  },
  connection,
);

export interface StoredPresence {
  projectId: string;
  tab: string;
  userId: string;
  name: string;
  selection: string[];
  expiresAt: number;
}

export async function putPresence(presence: StoredPresence): Promise<void> {
  await Presences.put({ tenantId: tenantOf(), ...presence }).go();
}

export async function deletePresence(projectId: string, userId: string, tab: string): Promise<void> {
  await Presences.delete({ tenantId: tenantOf(), projectId, userId, tab }).go();
}

/** Those that may still be there; what is over but not yet swept is among them. */
export async function presencesOf(projectId: string): Promise<StoredPresence[]> {
  const { data } = await Presences.query
    .ofProject({ tenantId: tenantOf(), projectId })
    .go({ pages: 'all', consistent: true });
  return data;
}
