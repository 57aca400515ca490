import { conflict } from '#functions/kernel/errors.ts';
import { partsOf } from './store.ts';

/** @throws 409 while the project is shown as an emergency: taking it away would silence the alarm */
export async function assertNoEmergency(projectId: string): Promise<void> {
  const standing = (await partsOf('emergency')).find(({ body }) => body.projectId === projectId);
  if (standing)
    throw conflict(
      `“${standing.body.name}” is shown as an emergency. Please end the emergency first.`,
      undefined,
      'emergency',
    );
}
