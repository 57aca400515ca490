import { hook } from '#functions/kernel/hook.ts';
import type { FloorParts, SignFloor } from '#shared/model/sign-floor.ts';

/** The floor of the workspace as a sign may show it. The exchange's parts are built on others that content knows nothing of. */
export const floorOfSigns = hook<[FloorParts], SignFloor>('floorOfSigns');
