import { z } from 'zod';
import { certificateProviders, leadCertificate } from '../model/certificate.ts';
import { keyField } from '../model/message.ts';
import { id, route } from './contract.ts';

const provider = z.enum(certificateProviders);

/** The workspace's account at a provider of certificates. What is secret is never answered, only whether it is set. */
export const certificateConfig = z.looseObject({
  provider,
  name: z.string(),
  connected: z.boolean().describe('false: neither keys nor a sandbox, so nothing is checked'),
  sandbox: z.boolean().describe('true: no keys are set, and the stand-in of the local cloud answers'),
  fields: z
    .array(keyField)
    .describe('its keys, which stand beside it by their names too; of a secret `…Set`'),
  trouble: z.string().nullable().describe('why the provider refused the account the last time'),
  version: z.number().int(),
});
export type CertificateConfig = z.output<typeof certificateConfig>;

/** Certificates of consent that bought leads carry; part of the noun `marketplace`. */
export const marketCertificates = {
  certificateProviders: route(
    'GET',
    '/marketplace/certificate-providers',
    'marketplace.buy',
    'By which accounts the certificates of bought leads are checked',
  )
    .input(z.strictObject({}))
    .output(z.object({ providers: z.array(certificateConfig) })),
  setCertificateProvider: route(
    'PUT',
    '/marketplace/certificate-providers/{provider}/config',
    'marketplace.buy',
    'Set the keys of a provider of certificates',
  )
    .input(
      // The keys are the provider's `fields`, by name; it checks them. `null` removes one.
      z.looseObject({
        provider,
        version: z.number().int().optional().describe('refused when they have changed since'),
      }),
    )
    .output(certificateConfig),
  leadCertificates: route(
    'GET',
    '/marketplace/leads/{id}/certificates',
    'leads.view',
    'The certificates of consent that a bought lead came with',
  )
    .input(z.strictObject({ id: id('led') }))
    .output(z.object({ certificates: z.array(leadCertificate).describe('newest first') })),
};
