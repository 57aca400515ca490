import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import type { SynthesisMessage } from 'aws-cdk-lib/cx-api';
import { AwsSolutionsChecks } from 'cdk-nag';
import { dealbell } from '../dealbell.ts';

// biome-ignore lint/suspicious/noExplicitAny: a template is whatever CloudFormation takes.
type Resource = { Type: string; Properties: any; DeletionPolicy?: string; Metadata?: Record<string, any> };
type StackName = 'Data' | 'Push' | 'Render' | 'Schedule' | 'Api' | 'Web' | 'Watch';

export const names: StackName[] = ['Data', 'Push', 'Render', 'Schedule', 'Api', 'Web', 'Watch'];

export const isTrouble = ({ level }: SynthesisMessage) => level !== 'info';

/** What cdk-nag's AwsSolutions pack finds: errors and warnings, as `rule: resource`. */
export function violationsOf(app: App): string[] {
  const { violations } = new AwsSolutionsChecks(app).validateScope(app);
  return violations.flatMap(({ ruleName, violatingResources }) =>
    violatingResources.map(({ constructPath }) => `${ruleName}: ${constructPath}`),
  );
}

/** One cloud, synthesized and looked through. */
function synthesize(context: Record<string, unknown>) {
  const folder = mkdtempSync(join(tmpdir(), 'dealbell-cdk-'));
  const { app, settings } = dealbell({ bundle: 'off', webDeployment: 'on', ...context }, folder);
  const assembly = app.synth();
  const stacks = Object.fromEntries(
    names.map((name) => [name, assembly.getStackByName(`Dealbell-${settings.stage}-${name}`)]),
  );
  const json = Object.fromEntries(Object.entries(stacks).map(([name, stack]) => [name, stack.template]));
  rmSync(folder, { recursive: true, force: true, maxRetries: 2 });
  const resources = Object.entries(json).flatMap(([stack, template]) =>
    Object.entries(template.Resources as Record<string, Resource>).map(([id, resource]) => ({
      stack,
      id,
      ...resource,
    })),
  );
  return {
    violations: violationsOf(app),
    stacks,
    template: (name: StackName) => Template.fromJSON(json[name]),
    of: (type: string) => resources.filter((resource) => resource.Type === type),
    resources,
  };
}

/** The version of the origin secret that prod's CDN is told to show. */
export const turnedVersion = '0b7e6a1c-5d0a-4f5e-9a3c-2f1d7c4b8e90';

const account = 'arn:aws:dynamodb:eu-west-1:111111111111:table';
export const restoredTable = {
  name: 'dealbell-dev-restored',
  stream: `${account}/dealbell-dev-restored/stream/2026-03-10T12:00:00.000`,
};

export let dev: ReturnType<typeof synthesize>;
export let prod: ReturnType<typeof synthesize>;
/** Dev after a restore, with everything that is made only where it is asked for. */
export let restored: ReturnType<typeof synthesize>;
/** Synthesizes all of them, which takes as long as all of their tests: they are one file’s for that. */
export function synthesizeStages(): void {
  const context = { stage: 'dev', demo: 'on', mailInbound: 'reply.example.com' };
  dev = synthesize(context);
  restored = synthesize({
    ...context,
    adoptTable: restoredTable.name,
    adoptTableStream: restoredTable.stream,
    backup: 'on',
    backupCopyArn: 'arn:aws:backup:eu-west-1:111111111111:backup-vault:far',
    cdnLogs: 'on',
    reservedSignIn: '20',
  });
  prod = synthesize({
    stage: 'prod',
    domainName: 'app.example.com',
    signDomainName: 'signs.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/x',
    hostedZone: 'example.com',
    hostedZoneId: 'Z0123',
    apiDomainName: 'api.example.com',
    apiCertificateArn: 'arn:aws:acm:eu-west-1:111111111111:certificate/y',
    originSecretVersion: turnedVersion,
    webAclArn: 'arn:aws:wafv2:us-east-1:111111111111:global/webacl/x/y',
    mailInbound: 'answers.example.com',
    mailRuleSet: 'company',
  });
}

/** Functions of the product; CDK's own helper that copies web files at deployment has no entry. */
export const functions = () =>
  dev.of('AWS::Lambda::Function').filter((found) => found.Metadata?.['dealbell:entry']);
export const find = (stack: string, id: string) =>
  dev.resources.find((resource) => resource.stack === stack && resource.id === id)!;

/** The queues that have a worker: all but those for dead letters. */
export const queues = () => dev.of('AWS::SQS::Queue').filter(({ Properties }) => Properties.RedrivePolicy);
