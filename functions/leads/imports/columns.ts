import type { LeadSettings } from '#shared/model/lead.ts';
import { type Delimiter, delimiters, type ImportMapping, importFields } from '#shared/model/lead-import.ts';
import { valuesOf } from './records.ts';

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** What people and other systems call the fields in the head of a column, without blanks and marks. */
const synonyms: Partial<Record<string, readonly string[]>> = {
  firstName: [
    'first',
    'fname',
    'givenname',
    'forename',
    'contactfirstname',
    'vorname',
    'prenom',
    'nombre',
    'primernombre',
  ],
  lastName: [
    'last',
    'lname',
    'surname',
    'familyname',
    'contactlastname',
    'nachname',
    'familienname',
    'apellido',
    'apellidos',
    'nom',
    'nomdefamille',
  ],
  fullName: [
    'name',
    'contact',
    'contactname',
    'customer',
    'customername',
    'client',
    'lead',
    'leadname',
    'nombrecompleto',
    'nomcomplet',
    'vollstandigername',
    'kunde',
    'kundenname',
    'cliente',
    'ansprechpartner',
  ],
  company: [
    'companyname',
    'organization',
    'organisation',
    'business',
    'businessname',
    'account',
    'accountname',
    'firm',
    'firma',
    'firmenname',
    'unternehmen',
    'empresa',
    'compania',
    'entreprise',
    'societe',
  ],
  mobile: [
    'cell',
    'cellphone',
    'mobilenumber',
    'mobilephone',
    'cellnumber',
    'handy',
    'handynummer',
    'mobiltelefon',
    'mobil',
    'movil',
    'telefonomovil',
    'celular',
    'portable',
    'telephoneportable',
  ],
  phone: [
    'phonenumber',
    'telephone',
    'tel',
    'phone1',
    'primaryphone',
    'telefon',
    'telefono',
    'telefonnummer',
    'rufnummer',
    'numerodetelefono',
    'numerodetelephone',
    'number',
    'contactnumber',
  ],
  homePhone: [
    'phonehome',
    'landline',
    'home',
    'festnetz',
    'telefonprivat',
    'telefonofijo',
    'telephonefixe',
    'fixe',
  ],
  workPhone: [
    'phonework',
    'businessphone',
    'officephone',
    'phone2',
    'telefongeschaftlich',
    'telefonodeltrabajo',
    'telephoneprofessionnel',
  ],
  email: [
    'mail',
    'emailaddress',
    'email1',
    'primaryemail',
    'emailadresse',
    'mailadresse',
    'correo',
    'correoelectronico',
    'courriel',
    'adresseemail',
    'adressemail',
  ],
  street: [
    'address',
    'address1',
    'addressline1',
    'streetaddress',
    'mailingaddress',
    'mailingstreet',
    'strasse',
    'straße',
    'anschrift',
    'adresse',
    'direccion',
    'calle',
    'rue',
  ],
  city: ['town', 'mailingcity', 'stadt', 'ort', 'wohnort', 'ciudad', 'localidad', 'ville'],
  state: [
    'province',
    'region',
    'st',
    'mailingstate',
    'stateprovince',
    'bundesland',
    'bundesstaat',
    'estado',
    'provincia',
    'etat',
  ],
  postcode: [
    'zip',
    'zipcode',
    'postalcode',
    'postal',
    'plz',
    'postleitzahl',
    'codigopostal',
    'cp',
    'codepostal',
    'mailingzip',
    'mailingpostalcode',
  ],
  country: ['countrycode', 'mailingcountry', 'land', 'pais', 'pays'],
  brand: ['brandname', 'marke', 'marca', 'marque'],
  source: [
    'leadsource',
    'origin',
    'channel',
    'campaign',
    'utmsource',
    'quelle',
    'herkunft',
    'fuente',
    'origen',
  ],
  status: ['leadstatus', 'stage', 'disposition', 'estatus', 'statut'],
  tags: ['tag', 'labels', 'label', 'segments', 'schlagworte', 'etiquetas', 'etiquettes'],
  score: ['leadscore', 'rating', 'bewertung', 'puntuacion'],
  dealAmount: [
    'amount',
    'deal',
    'dealvalue',
    'value',
    'price',
    'revenue',
    'opportunityamount',
    'betrag',
    'wert',
    'preis',
    'importe',
    'monto',
    'precio',
    'montant',
    'prix',
  ],
};

/** Every field that a column may fill, the tenant's own last. */
export const fieldsOf = ({ customFields }: LeadSettings): { field: string; label: string }[] => [
  ...Object.entries(importFields).map(([field, label]) => ({ field, label })),
  ...customFields.map(({ key, label }) => ({ field: `custom.${key}`, label })),
];

/** Which field each column most likely fills: by its name, its label, or what people call it; each at most once. */
export function guessFields(headers: readonly string[], settings: LeadSettings): (string | null)[] {
  const fields = fieldsOf(settings);
  const guesses = headers.map((): string | null => null);
  const taken = new Set<string>();
  const rules: ((head: string, field: string, label: string) => boolean)[] = [
    (head, field, label) => head === plain(field.replace(/^custom\./, '')) || head === plain(label),
    (head, field) => synonyms[field]?.includes(head) ?? false,
    // 'Phone (main)', 'Lead e-mail': what is left without the words around.
    (head, field) =>
      head.replace(/^(lead|contact|customer|primary|your)|(main|primary)$/g, '') === plain(field),
  ];
  for (const fits of rules)
    for (const [at, header] of headers.entries()) {
      const head = plain(header);
      if (guesses[at] !== null || head === '') continue;
      const found = fields.find(({ field, label }) => !taken.has(field) && fits(head, field, label));
      if (!found) continue;
      guesses[at] = found.field;
      taken.add(found.field);
    }
  return guesses;
}

export const mappingOf = (guesses: readonly (string | null)[]): ImportMapping =>
  guesses.flatMap((field, column) =>
    field ? [{ column, field: field as ImportMapping[number]['field'] }] : [],
  );

/** Spreadsheets may say it in a line before the head: `sep=;`. */
const said = /^\uFEFF?sep=(.)\s*$/i;

/** The line that says which separator the file has, if it has one. */
export function delimiterSaid(line: string): Delimiter | undefined {
  const sign = said.exec(line)?.[1];
  return (Object.keys(delimiters) as Delimiter[]).find((name) => delimiters[name] === sign);
}

/** The separator by which the first lines fall into most values, and into equally many. */
export function sniffDelimiter(text: string): Delimiter {
  const lines = text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, 20);
  const scores = (Object.keys(delimiters) as Delimiter[]).map((name) => {
    const counts = lines.map((line) => valuesOf(line, name).length);
    const first = counts[0] ?? 1;
    const even = counts.filter((count) => count === first).length / Math.max(1, counts.length);
    return { name, score: first > 1 ? first * even ** 2 : 0 };
  });
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).name;
}
