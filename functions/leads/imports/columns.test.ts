import { expect, it } from 'vitest';
import { defaultLeadSettings } from '#shared/model/lead.ts';
import { guessFields } from './columns.ts';

const fields = [
  'firstName',
  'lastName',
  'company',
  'mobile',
  'email',
  'street',
  'postcode',
  'city',
  'country',
];

it.each([
  [
    'German',
    ['Vorname', 'Nachname', 'Firma', 'Handynummer', 'E-Mail-Adresse', 'Straße', 'PLZ', 'Ort', 'Land'],
  ],
  [
    'Spanish',
    [
      'Nombre',
      'Apellidos',
      'Empresa',
      'Móvil',
      'Correo electrónico',
      'Dirección',
      'Código postal',
      'Ciudad',
      'País',
    ],
  ],
  ['French', ['Prénom', 'Nom', 'Société', 'Portable', 'Courriel', 'Adresse', 'Code postal', 'Ville', 'Pays']],
])('%s heads of columns are recognised', (_, headers) => {
  expect(guessFields(headers, defaultLeadSettings)).toEqual(fields);
});
