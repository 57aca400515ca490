import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { AwsError } from '../aws-json.ts';

/** Options of GetRandomPassword, and of GenerateSecretString but for its template. */
export const passwordOptions = z.object({
  PasswordLength: z.coerce.number().int().min(1).max(4096).default(32),
  ExcludeCharacters: z.string().max(4096).default(''),
  ExcludeNumbers: z.boolean().default(false),
  ExcludePunctuation: z.boolean().default(false),
  ExcludeUppercase: z.boolean().default(false),
  ExcludeLowercase: z.boolean().default(false),
  IncludeSpace: z.boolean().default(false),
  RequireEachIncludedType: z.boolean().default(true),
});
export type PasswordOptions = z.infer<typeof passwordOptions>;

const invalid = (message: string): AwsError => new AwsError('InvalidParameterException', message);
const pick = (characters: string): string => characters[randomInt(characters.length)]!;

/** A password from node's secure random source. @throws AwsError InvalidParameterException when none can be made */
export function randomPassword(options: PasswordOptions): string {
  const types = [
    options.ExcludeLowercase ? '' : 'abcdefghijklmnopqrstuvwxyz',
    options.ExcludeUppercase ? '' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    options.ExcludeNumbers ? '' : '0123456789',
    options.ExcludePunctuation ? '' : '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
    options.IncludeSpace ? ' ' : '',
  ]
    .map((type) => [...type].filter((character) => !options.ExcludeCharacters.includes(character)).join(''))
    .filter((type) => type !== '');
  const all = types.join('');
  if (!all) throw invalid('The exclusions leave no character for the password.');
  const required = options.RequireEachIncludedType ? types.map(pick) : [];
  if (required.length > options.PasswordLength)
    throw invalid('The password is too short to hold a character of each included type.');
  const characters = [...required];
  while (characters.length < options.PasswordLength) characters.push(pick(all));
  for (let i = characters.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [characters[i], characters[j]] = [characters[j]!, characters[i]!];
  }
  return characters.join('');
}

/** `GenerateSecretString` of AWS::SecretsManager::Secret. */
export const generateSecretString = passwordOptions.extend({
  /** A JSON object to which the password is added under GenerateStringKey. */
  SecretStringTemplate: z.string().optional(),
  GenerateStringKey: z.string().optional(),
});
export type GenerateSecretString = z.input<typeof generateSecretString>;

/** @throws AwsError InvalidParameterException when template and key do not go together */
export function generatedSecret(options: z.infer<typeof generateSecretString>): string {
  const password = randomPassword(options);
  const { SecretStringTemplate, GenerateStringKey } = options;
  if (SecretStringTemplate === undefined && GenerateStringKey === undefined) return password;
  if (SecretStringTemplate === undefined || GenerateStringKey === undefined)
    throw invalid('SecretStringTemplate and GenerateStringKey are given together.');
  let template: unknown;
  try {
    template = JSON.parse(SecretStringTemplate);
  } catch {
    template = undefined;
  }
  if (template === null || typeof template !== 'object' || Array.isArray(template))
    throw invalid('SecretStringTemplate must be a JSON object.');
  return JSON.stringify({ ...template, [GenerateStringKey]: password });
}
