import type { CloudDescription } from '../template/template.ts';
import type { Properties } from '../template/types.ts';

export interface HeaderRule {
  name: string;
  value: string;
  /** False: the origin's own header stands where there is one. */
  override: boolean;
}

export interface HeadersPolicy {
  rules: HeaderRule[];
  remove: string[];
}

/** The headers that CloudFront's managed policy SecurityHeadersPolicy sets. */
const managedSecurityHeaders: HeaderRule[] = [
  { name: 'referrer-policy', value: 'strict-origin-when-cross-origin', override: false },
  { name: 'strict-transport-security', value: 'max-age=31536000', override: false },
  { name: 'x-content-type-options', value: 'nosniff', override: true },
  { name: 'x-frame-options', value: 'SAMEORIGIN', override: false },
  { name: 'x-xss-protection', value: '1; mode=block', override: false },
];
const managedPolicies: Record<string, HeadersPolicy> = {
  '67f7725c-6f97-4210-82d7-5512b31e9d03': { rules: managedSecurityHeaders, remove: [] },
  '60669652-455b-4ae9-85a4-c4c02393f86c': {
    rules: [{ name: 'access-control-allow-origin', value: '*', override: false }],
    remove: [],
  },
};

function securityRules(config: Properties): HeaderRule[] {
  const rules: HeaderRule[] = [];
  const add = (name: string, part: Properties | undefined, value: (part: Properties) => string) => {
    if (part) rules.push({ name, value: value(part), override: part.Override === true });
  };
  add('content-security-policy', config.ContentSecurityPolicy, (part) => part.ContentSecurityPolicy);
  add('x-content-type-options', config.ContentTypeOptions, () => 'nosniff');
  add('x-frame-options', config.FrameOptions, (part) => part.FrameOption);
  add('referrer-policy', config.ReferrerPolicy, (part) => part.ReferrerPolicy);
  add('strict-transport-security', config.StrictTransportSecurity, (part) =>
    [
      `max-age=${part.AccessControlMaxAgeSec}`,
      ...(part.IncludeSubdomains ? ['includeSubDomains'] : []),
      ...(part.Preload ? ['preload'] : []),
    ].join('; '),
  );
  add('x-xss-protection', config.XSSProtection, (part) =>
    part.Protection ? `1${part.ModeBlock ? '; mode=block' : ''}` : '0',
  );
  return rules;
}

function corsRules(config: Properties): HeaderRule[] {
  const override = config.OriginOverride === true;
  const list = (part: Properties | undefined) => ((part?.Items ?? []) as string[]).join(', ');
  const rules = [
    { name: 'access-control-allow-origin', value: list(config.AccessControlAllowOrigins) },
    {
      name: 'access-control-allow-methods',
      value: list(config.AccessControlAllowMethods).replace('ALL', '*'),
    },
    { name: 'access-control-allow-headers', value: list(config.AccessControlAllowHeaders) },
    { name: 'access-control-expose-headers', value: list(config.AccessControlExposeHeaders) },
    ...(config.AccessControlAllowCredentials
      ? [{ name: 'access-control-allow-credentials', value: 'true' }]
      : []),
  ];
  return rules.filter(({ value }) => value !== '').map((rule) => ({ ...rule, override }));
}

/**
 * A response headers policy. `rewrite` puts local addresses in place of those of the cloud, such as the files
 * bucket's own domain in a content security policy.
 */
export function headersPolicyOf(
  cloud: CloudDescription,
  id: string | undefined,
  rewrite: (value: string) => string,
): HeadersPolicy {
  if (!id) return { rules: [], remove: [] };
  const managed = managedPolicies[id];
  if (managed) return managed;
  const resource = cloud.ofType('AWS::CloudFront::ResponseHeadersPolicy').find(({ ref }) => ref === id);
  if (!resource) throw new Error(`The local CDN does not know the response headers policy ${id}.`);
  const config = resource.properties.ResponseHeadersPolicyConfig as Properties;
  const custom = ((config.CustomHeadersConfig?.Items ?? []) as Properties[]).map((item) => ({
    name: String(item.Header).toLowerCase(),
    value: String(item.Value),
    override: item.Override === true,
  }));
  const rules = [
    ...custom,
    ...(config.CorsConfig ? corsRules(config.CorsConfig) : []),
    ...(config.SecurityHeadersConfig ? securityRules(config.SecurityHeadersConfig) : []),
  ];
  return {
    rules: rules.map((rule) => ({ ...rule, value: rewrite(rule.value) })),
    remove: ((config.RemoveHeadersConfig?.Items ?? []) as Properties[]).map(({ Header }) =>
      String(Header).toLowerCase(),
    ),
  };
}

export function applyHeaders(policy: HeadersPolicy, headers: Record<string, string>): void {
  for (const name of policy.remove) delete headers[name];
  for (const { name, value, override } of policy.rules)
    if (override || headers[name] === undefined) headers[name] = value;
}
