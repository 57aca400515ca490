import type { Keys, Manifest } from '#functions/kernel/provider-manifest.ts';
import type { CertificateOutcome, CertificateProvider } from '#shared/model/certificate.ts';
import type { SoldLead } from '#shared/model/market.ts';

/** A certificate, and the person whom it is said to be of. */
export interface CertificateQuestion {
  /** As the lead carried it: an address of TrustedForm, a LeadiD of Jornaya. */
  certificate: string;
  /** E.164, or empty; one of the two is there. */
  phone: string;
  email: string;
  /** Ours: the same certificate asked for under it again is the same request, and is billed once. */
  reference: string;
  /** Who sold the lead: the shop's name, and its id in letters and digits alone. */
  vendor: { name: string; code: string };
}

/** What a provider decided; it is not asked again. */
export interface CertificateVerdict {
  outcome: Exclude<CertificateOutcome, 'checking'>;
  /** Why, as a sentence; empty where the outcome says it all. */
  detail: string;
  ageSeconds: number | null;
}

/** How a tenant's account is reached. */
export interface CertificateAccount {
  /** The provider's pinned host, or the sandbox; without a slash at the end. Never of what came with a lead. */
  url: string;
  keys: Keys;
}

/** A provider of certificates: docs/adding-a-provider.md. */
export interface CertificateCheck extends Manifest {
  name: CertificateProvider;
  /** The only host that the keys are ever sent to. */
  url: string;
  sandboxKeys(standIn: string): Keys;
  /** What of a consent is for this provider. */
  certificateIn(consent: SoldLead['consent']): string | undefined;
  /** @throws Undecided */
  check(account: CertificateAccount, question: CertificateQuestion): Promise<CertificateVerdict>;
}
