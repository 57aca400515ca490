import * as z from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';

/* Parts that the schemas of many element types are made of. */

export const mediaSource = z.string().max(contentLimits.dataUrlLength).default('');
export const shortText = (fallback = '') => z.string().max(contentLimits.messageLength).default(fallback);
export const longText = (fallback = '') => z.string().max(contentLimits.textLength).default(fallback);
export const description = z.string().max(contentLimits.descriptionLength).default('');
export const color = (fallback: string) => z.string().max(contentLimits.colorLength).default(fallback);
export const flag = (fallback: boolean) => z.boolean().default(fallback);
export const within = (min: number, max: number, fallback: number) =>
  z.number().min(min).max(max).default(fallback);
