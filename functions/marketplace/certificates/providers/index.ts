import type { CertificateProvider } from '#shared/model/certificate.ts';
import { jornaya } from './jornaya/index.ts';
import { trustedForm } from './trustedform/index.ts';
import type { CertificateCheck } from './types.ts';

/** Those that certificates are checked at, in the order in which screens show them. */
export const certificateChecks: readonly CertificateCheck[] = [trustedForm, jornaya];

export const checkOf = (name: CertificateProvider): CertificateCheck =>
  certificateChecks.find((one) => one.name === name)!;
