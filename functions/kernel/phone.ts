import { Metadata, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { emergencyNumbers } from '#shared/model/emergency-calls.ts';
import { beginning } from '#shared/model/text.ts';
import { badRequest } from './errors.ts';

/** Numbers without a country are North American: that is where the product dials. */
const home = 'US';

/** `1.5551E+10`: what a spreadsheet made of a number. Its last digits are lost, so it is refused and not guessed. */
const mangled = /^\s*\d+([.,]\d+)?e\+?\d+\s*$/i;

/**
 * Why a number of North America cannot be anybody's or may not be dialled. An area code and an exchange begin with 2 to
 * 9 and do not end in 11; no area code has a 9 in its middle (North American Numbering Plan, nanpa.com).
 */
function numberingProblem(number: string): string | undefined {
  const [, area = '', exchange = ''] = /^\+1(\d{3})(\d{3})\d{4}$/.exec(number) ?? [];
  if (area === '') return undefined;
  if (!/^[2-9][0-8]\d$/.test(area) || area.endsWith('11')) return `there is no area code ${area}`;
  if (!/^[2-9]/.test(exchange) || exchange.endsWith('11')) return `no number goes on with ${exchange} there`;
  return area === '900' ? '900 is for premium numbers, which are not called' : undefined;
}

/** 911, 933, and how people write them: with a 1 before, or in pieces. */
function isEmergency(written: string): boolean {
  const digits = written.replace(/\D/g, '');
  return emergencyNumbers.some((number) => digits === number || digits === `1${number}`);
}

/**
 * The product calls nobody's emergency services, by no list, transfer or import: a telephone dials them by itself, so
 * that they ring back there and know where it is (47 CFR 9.16). @throws 400
 */
export function assertNoEmergency(written: string, field: string): void {
  if (isEmergency(written))
    throw badRequest(
      `${beginning(written, 40)} calls the emergency services. Only a telephone itself may dial it.`,
      { field },
    );
}

const parse = (written: string) =>
  mangled.test(written) ? undefined : parsePhoneNumberFromString(written, home);

/** The package's own list, which its types leave out: the main country of a calling code. */
const metadata = new Metadata() as Metadata & {
  getCountryCodeForCallingCode(code: string): string | undefined;
};

/** The country that a number in E.164 belongs to, by ISO 3166; the main one of those that share its calling code. */
export function countryOfPhone(number: string): string | undefined {
  const code = parsePhoneNumberFromString(number)?.countryCallingCode;
  return code && metadata.getCountryCodeForCallingCode(code);
}

/**
 * A phone number in E.164, or undefined when it cannot be one. Takes what people write: spaces, brackets, dots,
 * a leading 1, an extension (which is dropped: it is dialled after the number and is no part of it).
 */
export function toE164(written: string): string | undefined {
  const parsed = parse(written);
  return parsed?.isPossible() && !numberingProblem(parsed.number) ? parsed.number : undefined;
}

/** @throws 400 with a sentence that names what was written */
export function e164(written: string, field = 'phone'): string {
  assertNoEmergency(written, field);
  const number = toE164(written);
  if (!number) {
    const problem = numberingProblem(parse(written)?.number ?? '');
    const shown = beginning(written, 40);
    throw badRequest(problem ? `${shown} cannot be called: ${problem}.` : `${shown} is not a phone number.`, {
      field,
    });
  }
  return number;
}
