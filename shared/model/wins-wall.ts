import * as z from 'zod';
import type { JsonMap } from './bounded-map.ts';
import type { Element } from './content.ts';

/*
 * Today's wins on a sign that stays on its display. What leaves the server is what the sign's elements show, and no
 * more: a wall without amounts is sent none.
 */

export const winsElement = 'todays_wins';

/** Rows of one element. */
export const wallRows = { min: 1, max: 20, default: 5 } as const;

export const wallWin = z.object({
  rep: z.string(),
  photo: z.string().nullable().describe('null where no element shows photos, or there is none'),
  amount: z.number().nullable().describe('US dollars; null where no element shows amounts'),
  customer: z.string().describe('empty where no element shows customers'),
});
export type WallWin = z.output<typeof wallWin>;

export const wallWins = z.object({
  wins: z.array(wallWin).describe('the latest first'),
  total: z.number().nullable().describe('of the day, in US dollars; null where no element shows it'),
});
export type WallWins = z.output<typeof wallWins>;

/** What the elements of a sign show of today's wins together. */
export interface WinsShown {
  rows: number;
  photos: boolean;
  amounts: boolean;
  customers: boolean;
  total: boolean;
}

const isOn = (value: unknown, otherwise: boolean): boolean =>
  typeof value === 'boolean' ? value : otherwise;

function rowsOf(value: unknown): number {
  const rows = typeof value === 'number' && Number.isFinite(value) ? Math.round(value) : wallRows.default;
  return Math.min(wallRows.max, Math.max(wallRows.min, rows));
}

/** Undefined for a sign without such an element. */
export function winsShownBy(elements: readonly Element[]): WinsShown | undefined {
  const walls = elements.filter(
    ({ isVisible, properties }) => isVisible && properties.customElementType === winsElement,
  );
  if (walls.length === 0) return undefined;
  const any = (key: string, otherwise: boolean) =>
    walls.some(({ properties }) => isOn(properties[key], otherwise));
  return {
    rows: Math.max(...walls.map(({ properties }) => rowsOf(properties.rows))),
    photos: any('showPhoto', true),
    amounts: any('showAmount', true),
    customers: any('showCustomer', true),
    total: any('showTotal', true),
  };
}

/** As a scene's `data.wins`. */
export const winsData = (known: WallWins): JsonMap => known as unknown as JsonMap;
