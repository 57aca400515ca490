import type { EmergencyCall } from '#shared/model/emergency-calls.ts';

/** From which phone a call was made, and whose it is: '101, Maya Lee'. */
export const phoneOfCall = ({ extension, userName, name }: EmergencyCall): string =>
  [extension, userName || name].filter(Boolean).join(', ');
