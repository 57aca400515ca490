/** A CloudFormation template, as far as the local cloud reads it. */
export interface Template {
  Resources?: Record<string, TemplateResource>;
  Outputs?: Record<string, { Value: unknown; Export?: { Name: unknown }; Condition?: string }>;
  Parameters?: Record<string, { Type: string; Default?: string }>;
  Conditions?: Record<string, unknown>;
  Mappings?: Record<string, Record<string, Record<string, unknown>>>;
}

export interface TemplateResource {
  Type: string;
  Properties?: Record<string, unknown>;
  Metadata?: Record<string, unknown>;
  Condition?: string;
}

/** One template with the name of its stack. */
export interface Stack {
  name: string;
  template: Template;
}

/** Properties are free-form JSON: each local service reads those it knows. */
// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's own shape, checked by the CDK's typed constructs
export type Properties = Record<string, any>;

/** A resource that the local cloud runs, with every intrinsic function resolved. */
export interface Resource {
  stack: string;
  logicalId: string;
  type: string;
  /** What `Ref` gives. */
  ref: string;
  /** The name that people and SDK calls use. */
  name: string;
  arn: string;
  properties: Properties;
  metadata: Record<string, unknown>;
}

/** Where the local cloud runs: what pseudo parameters and addresses resolve to. */
export interface Place {
  accountId: string;
  region: string;
  /** Scheme, host and port of the AWS services. */
  awsEndpoint: string;
  /** Host and port under which the CDN is reached. */
  cdnHost: string;
}

/** A template that cannot be run here; its message is one line that names type and logical id. */
export class TemplateError extends Error {
  override name = 'TemplateError';
}
