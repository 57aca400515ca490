/**
 * Languages of calls: how people call them, and the folder of Asterisk's own sounds, as Debian's packages
 * asterisk-core-sounds-en-wav, -es-wav and -fr-wav bring them. A call speaks English until a plan says otherwise.
 */
export const callLanguages = {
  en: { label: 'English', sounds: 'en_US_f_Allison' },
  es: { label: 'Spanish', sounds: 'es_MX_f_Allison' },
  fr: { label: 'French', sounds: 'fr_CA_f_June' },
} as const;
export type CallLanguage = keyof typeof callLanguages;

export const languageCodes = Object.keys(callLanguages) as [CallLanguage, ...CallLanguage[]];
export const defaultLanguage: CallLanguage = 'en';
