import { Duration } from 'aws-cdk-lib';
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  type ResponseHeadersPolicyProps,
  type ResponseSecurityHeadersBehavior,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

export type HeaderPolicies = Record<'app' | 'sign' | 'assets' | 'media' | 'api', ResponseHeadersPolicy>;

/** How long the CDN and browsers show an uploaded file without asking whether it is still there. */
export const mediaSeconds = 60;

const policy = (directives: Record<string, string>): string =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`.trim())
    .join('; ');

/** What pages may ask of the computer: the application is a telephone, and a sign is none. */
const permissions = (value: string): ResponseHeadersPolicyProps => ({
  customHeadersBehavior: {
    customHeaders: [{ header: 'permissions-policy', value, override: true }],
  },
});

/**
 * What browsers are told about each kind of answer.
 * @param filesDomain where uploads go, S3's own domain of the files bucket
 * @param pushOrigin where hints come from, scheme and host of the push channel's websocket
 */
export function headerPolicies(
  scope: Construct,
  settings: Settings,
  { filesDomain, pushOrigin }: { filesDomain: string; pushOrigin: string },
): HeaderPolicies {
  const files = settings.filesUrl ? new URL(settings.filesUrl).origin : `https://${filesDomain}`;
  // The Asterisk that runs beside the local cloud has a port of its own.
  const local = settings.sandboxUrl ? ['ws://127.0.0.1:*'] : [];
  const phones = [...new Set([...settings.phoneUrls.map((url) => new URL(url).origin), ...local])].join(' ');
  const page = {
    'default-src': "'self'",
    'script-src': "'self'",
    // The UI kit and the canvas set styles on elements.
    'style-src': "'self' 'unsafe-inline'",
    'font-src': "'self' data:",
    'img-src': `'self' data: blob: https: ${files}`,
    'media-src': `'self' data: blob: https: ${files}`,
    // Embedded pages of a sign.
    'frame-src': "'self' https:",
    'worker-src': "'self' blob:",
    'connect-src': `'self' ${files} ${pushOrigin}`,
    'object-src': "'none'",
    'base-uri': "'self'",
    'form-action': "'self'",
  };
  const make = (
    id: string,
    contentSecurityPolicy: string | undefined,
    more: ResponseSecurityHeadersBehavior = {},
    props: ResponseHeadersPolicyProps = {},
  ) =>
    new ResponseHeadersPolicy(scope, id, {
      ...props,
      securityHeadersBehavior: {
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(730),
          includeSubdomains: true,
          override: true,
        },
        contentTypeOptions: { override: true },
        referrerPolicy: {
          referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
          override: true,
        },
        ...(contentSecurityPolicy
          ? { contentSecurityPolicy: { contentSecurityPolicy, override: true } }
          : {}),
        ...more,
      },
    });
  const sameOriginFrames = { frameOptions: { frameOption: HeadersFrameOption.SAMEORIGIN, override: true } };
  return {
    app: make(
      'AppHeaders',
      policy({
        ...page,
        'connect-src': `${page['connect-src']} ${phones}`.trim(),
        'frame-ancestors': "'self'",
      }),
      sameOriginFrames,
      permissions('microphone=(self)'),
    ),
    // A sign hangs in frames of any site and of any player, those that are files on the player itself included.
    sign: make(
      'SignHeaders',
      policy({ ...page, 'frame-ancestors': '* file: data:' }),
      {},
      permissions('microphone=()'),
    ),
    assets: make('AssetHeaders', undefined),
    // Files that people uploaded: shown as what they are, but nothing in them runs or loads anything.
    media: make(
      'MediaHeaders',
      policy({
        sandbox: '',
        'default-src': "'none'",
        'style-src': "'unsafe-inline'",
        'img-src': "'self' data:",
      }),
      {},
      {
        customHeadersBehavior: {
          customHeaders: [
            // A file that was deleted is gone within a minute; what older files say of themselves no longer holds.
            {
              header: 'cache-control',
              value: `public, max-age=${mediaSeconds}, stale-if-error=86400`,
              override: true,
            },
          ],
        },
      },
    ),
    // The functions' own policy stands where they give one, as the page of /api/docs does.
    api: make('ApiHeaders', undefined, {
      contentSecurityPolicy: {
        contentSecurityPolicy: policy({ 'default-src': "'none'", 'frame-ancestors': "'none'" }),
        override: false,
      },
      ...sameOriginFrames,
    }),
  };
}
