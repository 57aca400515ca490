import places from './data/area-code-places.json' with { type: 'json' };

const middles = places.codes as Record<string, number[] | undefined>;

const earthMiles = 3_959;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/**
 * Miles between the middles of two area codes, as the crow flies (haversine); undefined where either is not one of the
 * United States or is too new to be known.
 */
export function milesBetween(one: string, other: string): number | undefined {
  const [from, to] = [middles[one], middles[other]];
  if (!from || !to) return undefined;
  const [latitude, longitude] = [radians(from[0]!), radians(from[1]!)];
  const [otherLatitude, otherLongitude] = [radians(to[0]!), radians(to[1]!)];
  const half =
    Math.sin((otherLatitude - latitude) / 2) ** 2 +
    Math.cos(latitude) * Math.cos(otherLatitude) * Math.sin((otherLongitude - longitude) / 2) ** 2;
  return 2 * earthMiles * Math.asin(Math.sqrt(half));
}
