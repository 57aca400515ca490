import { textAt } from '#shared/model/webhook-path.ts';

/** Where senders write whose deal it is; the first that is there counts. */
const paths = {
  name: ['rep.name', 'rep_name', 'repName', 'rep'],
  email: ['rep.email', 'rep_email', 'repEmail'],
  photo: ['rep.photo', 'rep_photo', 'repPhoto'],
} as const;

/** The sales rep whom a payload names, as far as it does. */
export function repIn(row: unknown): Record<string, string> {
  const found = Object.entries(paths).flatMap(([field, places]) => {
    const value = places.map((path) => textAt(row, path)).find(Boolean);
    return value ? [[field, value.slice(0, 500)] as const] : [];
  });
  return Object.fromEntries(found);
}
