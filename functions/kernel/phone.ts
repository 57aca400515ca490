import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { beginning } from '#shared/model/text.ts';
import { badRequest } from './errors.ts';

/** Numbers without a country are North American: that is where the product dials. */
const home = 'US';

/** `1.5551E+10`: what a spreadsheet made of a number. Its last digits are lost, so it is refused and not guessed. */
const mangled = /^\s*\d+([.,]\d+)?e\+?\d+\s*$/i;

/**
 * A phone number in E.164, or undefined when it cannot be one. Takes what people write: spaces, brackets, dots,
 * a leading 1, an extension (which is dropped: it is dialled after the number and is no part of it).
 */
export function toE164(written: string): string | undefined {
  if (mangled.test(written)) return undefined;
  const parsed = parsePhoneNumberFromString(written, home);
  return parsed?.isPossible() ? parsed.number : undefined;
}

/** @throws 400 with a sentence that names what was written */
export function e164(written: string, field = 'phone'): string {
  const number = toE164(written);
  if (!number) throw badRequest(`${beginning(written, 40)} is not a phone number.`, { field });
  return number;
}
