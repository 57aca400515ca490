import * as z from 'zod';
import { defaultLanguage, languageCodes } from '../languages.ts';
import { definePlanType } from './define.ts';

const language = z.enum(languageCodes);

export const languageType = definePlanType({
  type: 'language',
  label: 'Language',
  group: 'Media and IVR',
  data: z.strictObject({
    language: language
      .default(defaultLanguage)
      .describe('of the exchange’s own sounds from here on; conditions may ask for it'),
  }),
  ports: ['next'],
  otherwise: 'next',
  fields: { language },
  isAsked: false,
  answersWithin: () => 0,
  resolve({ language: chosen }, { need }) {
    need('languages');
    return { language: chosen };
  },
});
