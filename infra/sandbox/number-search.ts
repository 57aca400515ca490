import type { Numbers } from './numbers.ts';
import { areasOf } from './twilio-wire.ts';

/** Which of the numbers that nobody has are looked for. */
interface LookedFor {
  area: string | undefined;
  digits: string;
  state: string | undefined;
  locality: string | undefined;
  isTollFree: boolean;
  /** The area code where nothing else says one. */
  otherwise: string;
  most: number;
}

/** An area code that digits begin with: those of a whole number name it themselves. */
const areaIn = (digits: string) => (digits.length === 10 ? digits.slice(0, 3) : undefined);

/** Numbers that can be bought and are as somebody wants them; a place that the sandbox does not know has none. */
export function lookedFor(numbers: Numbers, asked: LookedFor): string[] {
  const { digits, state, locality, isTollFree, most } = asked;
  const area = asked.area ?? areaIn(digits);
  const whole = `+1${digits}`;
  if (digits.length === 10 && !state && !locality) return numbers.find(whole) ? [] : [whole];
  const named = state || locality ? areasOf(state, locality) : undefined;
  const usual = named ?? [isTollFree ? '833' : asked.otherwise];
  const areas = area ? [area].filter((one) => !named || named.includes(one)) : usual;
  return areas
    .filter((one) => /^[2-9]\d{2}$/.test(one))
    .flatMap((one) =>
      // As many as have the digits among them: lines of an area are numbered.
      numbers.available(one, digits ? 1_000 : most).filter((number) => number.includes(digits)),
    )
    .slice(0, most);
}
