import { describe, expect, it } from 'vitest';
import { localTypes, typesWithoutLocalPart } from './resource-types.ts';
import { resolveTemplates } from './template.ts';
import type { Place, Stack, Template } from './types.ts';

const place: Place = {
  accountId: '000000000000',
  region: 'us-east-1',
  awsEndpoint: 'http://127.0.0.1:3001',
  cdnHost: 'localhost:3000',
};

const resolve = (...stacks: [string, Template][]) =>
  resolveTemplates(
    stacks.map(([name, template]): Stack => ({ name, template })),
    place,
  );

/** What a value in a template comes to. */
const resolved = (value: unknown, rest: Template = {}): unknown =>
  resolve([
    'One',
    { ...rest, Resources: { ...rest.Resources, It: { Type: 'AWS::SQS::Queue', Properties: { X: value } } } },
  ]).resources.find(({ logicalId }) => logicalId === 'It')!.properties.X;

const bucket = { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'files' } };

describe('intrinsic functions', () => {
  it.each([
    [{ Ref: 'AWS::Region' }, 'us-east-1'],
    [{ Ref: 'AWS::AccountId' }, '000000000000'],
    [{ Ref: 'Files' }, 'files'],
    [{ 'Fn::GetAtt': ['Files', 'Arn'] }, 'arn:aws:s3:::files'],
    [{ 'Fn::GetAtt': 'Files.RegionalDomainName' }, 'files.s3.us-east-1.amazonaws.com'],
    [{ 'Fn::Join': ['-', ['a', { Ref: 'Files' }]] }, 'a-files'],
    [{ 'Fn::Select': [2, { 'Fn::Split': ['/', 'https://host/path'] }] }, 'host'],
    [
      { 'Fn::Sub': `\${Files} in \${AWS::Region}, \${Files.Arn}, \${!literal}` },
      `files in us-east-1, arn:aws:s3:::files, \${literal}`,
    ],
    [{ 'Fn::Sub': [`\${mine}`, { mine: { Ref: 'Files' } }] }, 'files'],
    [{ 'Fn::If': ['Yes', 'then', 'else'] }, 'then'],
    [{ 'Fn::If': ['No', 'then', 'else'] }, 'else'],
    [{ 'Fn::FindInMap': ['Sizes', { Ref: 'AWS::Region' }, 'large'] }, 8],
    [{ 'Fn::Base64': 'bell' }, 'YmVsbA=='],
    [{ Ref: 'Given' }, 'default'],
    [{ Condition: { StringEquals: 'of a policy' } }, { Condition: { StringEquals: 'of a policy' } }],
  ])('%j', (value, expected) => {
    const rest: Template = {
      Resources: { Files: bucket },
      Parameters: { Given: { Type: 'String', Default: 'default' } },
      Mappings: { Sizes: { 'us-east-1': { large: 8 } } },
      Conditions: {
        Yes: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'us-east-1'] },
        No: { 'Fn::Not': [{ Condition: 'Yes' }] },
      },
    };
    expect(resolved(value, rest)).toEqual(expected);
  });

  it('takes away what is AWS::NoValue', () => {
    expect(resolved({ a: { Ref: 'AWS::NoValue' }, b: [1, { Ref: 'AWS::NoValue' }] })).toEqual({ b: [1] });
  });

  it('imports from another stack', () => {
    const cloud = resolve(
      [
        'Reader',
        {
          Resources: {
            Q: { Type: 'AWS::SQS::Queue', Properties: { Dead: { 'Fn::ImportValue': 'Owner:Name' } } },
          },
        },
      ],
      [
        'Owner',
        {
          Resources: { Dead: { Type: 'AWS::SQS::Queue' } },
          Outputs: { Name: { Value: { 'Fn::GetAtt': ['Dead', 'Arn'] }, Export: { Name: 'Owner:Name' } } },
        },
      ],
    );
    expect(cloud.resources[0]!.properties.Dead).toBe('arn:aws:sqs:us-east-1:000000000000:Owner-Dead');
    expect(cloud.byArn('arn:aws:sqs:us-east-1:000000000000:Owner-Dead')?.logicalId).toBe('Dead');
  });

  it('gives a queue the address under which it is reached', () => {
    expect(resolved({ Ref: 'It' })).toBe('http://127.0.0.1:3001/000000000000/One-It');
  });

  it('finds the table of a stream', () => {
    const cloud = resolve(['One', { Resources: { T: { Type: 'AWS::DynamoDB::Table' } } }]);
    expect(cloud.byArn('arn:aws:dynamodb:us-east-1:000000000000:table/One-T/stream/local')?.logicalId).toBe(
      'T',
    );
  });
});

describe('what cannot be run', () => {
  it('stops with one line that names type and logical id', () => {
    expect(() => resolve(['One', { Resources: { Cluster: { Type: 'AWS::ECS::Cluster' } } }])).toThrow(
      /^The local cloud does not know AWS::ECS::Cluster \(Cluster in One\)\.$/,
    );
  });

  it.each([
    [{ Ref: 'Missing' }, 'Ref names nothing: Missing in One.'],
    [{ 'Fn::GetAtt': ['Missing', 'Arn'] }, 'Fn::GetAtt names nothing: Missing.Arn in One.'],
    [
      { 'Fn::GetAtt': ['Files', 'Colour'] },
      'The local cloud does not know Colour of AWS::S3::Bucket (Files in One).',
    ],
    [{ 'Fn::ImportValue': 'Nobody:Has' }, 'No stack exports Nobody:Has, which One imports.'],
    [{ 'Fn::Cidr': [] }, 'The local cloud does not know the function Fn::Cidr (in One).'],
  ])('%j', (value, message) => {
    expect(() => resolved(value, { Resources: { Files: bucket } })).toThrow(message);
  });

  it('passes over what needs nothing locally, and what its condition rules out', () => {
    const cloud = resolve([
      'One',
      {
        Conditions: { Never: { 'Fn::Equals': ['a', 'b'] } },
        Resources: {
          Role: { Type: 'AWS::Logs::LogGroup' },
          CustomS3AutoDeleteObjectsCustomResourceProviderHandler9D90184F: { Type: 'AWS::Lambda::Function' },
          Not: { Type: 'AWS::ECS::Cluster', Condition: 'Never' },
          Q: { Type: 'AWS::SQS::Queue', Properties: { Role: { 'Fn::GetAtt': ['Role', 'Arn'] } } },
        },
      },
    ]);
    expect(cloud.resources.map(({ logicalId }) => logicalId)).toEqual(['Q']);
  });

  it('has no type in both lists', () => {
    expect(Object.keys(localTypes).filter((type) => type in typesWithoutLocalPart)).toEqual([]);
  });
});
