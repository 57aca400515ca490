/**
 * Where the states of the United States stand on a map of equal tiles, so that Rhode Island is seen as well as Texas:
 * one line of tiles from north to south each. The places are those that newspapers use (NPR, 2015).
 */
const lines = [
  'AK -- -- -- -- -- -- -- -- -- -- ME',
  '-- -- -- -- -- -- -- -- -- -- VT NH',
  '-- WA ID MT ND MN IL WI MI NY RI MA',
  '-- OR NV WY SD IA IN OH PA NJ CT --',
  '-- CA UT CO NE MO KY WV VA MD DE --',
  '-- -- AZ NM KS AR TN NC SC DC -- --',
  '-- -- -- -- OK LA MS AL GA -- -- --',
  'HI -- -- -- TX -- -- -- -- FL -- --',
];

export interface StateTile {
  /** 'FL' */
  state: string;
  /** From 0, at the upper left. */
  row: number;
  column: number;
}

export const stateTiles: readonly StateTile[] = lines.flatMap((line, row) =>
  line.split(' ').flatMap((state, column) => (state === '--' ? [] : [{ state, row, column }])),
);
const states = new Set(stateTiles.map(({ state }) => state));

/** Whether a map has a tile for it. */
export const isOnMap = (state: string): boolean => states.has(state);
