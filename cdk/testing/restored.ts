import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { dev, functions, restored, restoredTable } from './synthesized.ts';

/** Every name that a template imports, of what another stack exports. */
function importsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(importsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'Fn::ImportValue' ? [String(inner)] : importsOf(inner),
  );
}

describe('a table that was restored', () => {
  it('takes the place of the stack’s own, whose key stays', () => {
    expect(restored.of('AWS::DynamoDB::Table')).toEqual([]);
    expect(restored.of('AWS::KMS::Key')).toHaveLength(dev.of('AWS::KMS::Key').length);
  });

  it('is what every function names, and may reach', () => {
    const withTable = functions().filter(({ Properties }) => Properties.Environment.Variables.TABLE_NAME);
    const entries = new Set(withTable.map(({ Metadata }) => Metadata!['dealbell:entry']));
    const adopted = restored
      .of('AWS::Lambda::Function')
      .filter(({ Metadata }) => entries.has(Metadata?.['dealbell:entry']));
    expect(adopted).toHaveLength(entries.size);
    for (const { Properties } of adopted)
      expect(Properties.Environment.Variables.TABLE_NAME).toBe(restoredTable.name);
    const statements = restored
      .of('AWS::IAM::Policy')
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .filter(({ Action }) =>
        [Action].flat().some((action: string) => /^dynamodb:(Get|Put)Item$/.test(action)),
      );
    expect(statements.length).toBeGreaterThanOrEqual(entries.size);
    for (const { Resource } of statements)
      for (const resource of [Resource].flat())
        expect(JSON.stringify(resource)).toContain(`:table/${restoredTable.name}`);
  });

  it('hands its own stream to the publisher', () => {
    restored.template('Schedule').hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      StartingPosition: 'TRIM_HORIZON',
      EventSourceArn: restoredTable.stream,
    });
    const streams = restored
      .of('AWS::IAM::Policy')
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .filter(({ Action }) => [Action].flat().includes('dynamodb:GetRecords'));
    expect(streams.map(({ Resource }) => Resource)).toEqual([restoredTable.stream]);
  });

  it('can be adopted in two deployments: those who read it import nothing that is not exported yet', () => {
    const exported = new Set(
      Object.values(
        dev.stacks.Data!.template.Outputs as Record<string, { Export?: { Name: string } }>,
      ).flatMap(({ Export }) => Export?.Name ?? []),
    );
    for (const name of ['Render', 'Schedule', 'Api', 'Watch'] as const) {
      const wanted = importsOf(restored.stacks[name]!.template).filter((one) => one.includes('-Data:'));
      expect(wanted.filter((one) => !exported.has(one))).toEqual([]);
      expect(
        wanted.filter((one) => /Ref(Table)[0-9A-F]{8}|Table[0-9A-F]{8}(Arn|StreamArn)/.test(one)),
      ).toEqual([]);
    }
  });
});

describe('copies by AWS Backup', () => {
  it('are made only where they are asked for', () =>
    expect(dev.resources.filter(({ Type }) => Type.startsWith('AWS::Backup::'))).toEqual([]));

  it('are made each day, kept 35 days, and copied to another region', () => {
    restored.template('Data').hasResourceProperties('AWS::Backup::BackupPlan', {
      BackupPlan: {
        BackupPlanRule: [
          Match.objectLike({
            ScheduleExpression: 'cron(0 5 * * ? *)',
            Lifecycle: { DeleteAfterDays: 35 },
            CopyActions: [
              {
                DestinationBackupVaultArn: 'arn:aws:backup:eu-west-1:111111111111:backup-vault:far',
                Lifecycle: { DeleteAfterDays: 35 },
              },
            ],
          }),
        ],
      },
    });
    const [selection] = restored.of('AWS::Backup::BackupSelection');
    expect(JSON.stringify(selection!.Properties.BackupSelection.Resources)).toContain(restoredTable.name);
  });
});

describe('CloudFront’s access logs', () => {
  const distribution = (cloud: typeof dev) =>
    cloud.of('AWS::CloudFront::Distribution')[0]!.Properties.DistributionConfig;

  it('of the older kind, with every path in them, are never made', () => {
    for (const cloud of [dev, restored]) expect(distribution(cloud).Logging).toBeUndefined();
    expect(dev.of('AWS::Logs::Delivery')).toEqual([]);
  });

  it('hold neither path nor query nor what leads to them, where they are asked for', () => {
    const [delivery] = restored.of('AWS::Logs::Delivery');
    const fields: string[] = delivery!.Properties.RecordFields;
    expect(fields).toEqual(expect.arrayContaining(['c-ip', 'sc-status', 'cache-behavior-path-pattern']));
    expect(fields.filter((field) => /uri|query|referer|cookie/i.test(field))).toEqual([]);
  });
});
