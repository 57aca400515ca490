import { tenantOf } from './actor.ts';

/** The address of a file below the CDN's root. @param key with its area and tenant */
export const addressOf = (key: string) => `/${key.split('/').map(encodeURIComponent).join('/')}`;

/** The address of an uploaded file below the CDN's root, for who may not read the file itself. */
export const mediaPath = (key: string): string => addressOf(`media/${tenantOf()}/${key}`);
