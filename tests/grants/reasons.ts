/** A permission that no test of the whole product uses, and why it is there all the same. */
interface Reason {
  /** Of its action; `*` stands for anything. */
  action: string;
  /** Of the resource; all of them by default. */
  resource?: string;
  why: string;
  /** Some runs of the tests use it and others do not: it depends on the moment at which something is killed. */
  atTimes?: true;
}

export const reasons: readonly Reason[] = [
  { action: 'logs:*', why: 'Lambda writes the function’s log with it; the local cloud writes files.' },
  {
    action: 'xray:*',
    why: 'Lambda and the instrumented client send traces with it; there are none locally.',
  },
  {
    action: 'sqs:ReceiveMessage',
    why: 'Lambda’s poller takes messages in the function’s name; the local one is no function.',
  },
  { action: 'sqs:DeleteMessage', why: 'Lambda’s poller removes what was done.' },
  { action: 'sqs:GetQueueUrl', why: 'Lambda’s poller asks for it.' },
  { action: 'sqs:GetQueueAttributes', why: 'Lambda’s poller asks for it.' },
  {
    action: 'sqs:ChangeMessageVisibility',
    why: 'CDK grants it with the poller’s others; only workers that work for long hide their messages.',
  },
  { action: 'dynamodb:GetRecords', why: 'Lambda’s poller reads the table’s stream.' },
  { action: 'dynamodb:GetShardIterator', why: 'Lambda’s poller reads the table’s stream.' },
  { action: 'dynamodb:DescribeStream', why: 'Lambda’s poller reads the table’s stream.' },
  { action: 'dynamodb:ListStreams', why: 'Lambda’s poller reads the table’s stream.' },
  { action: 'kms:DescribeKey', why: 'DynamoDB asks for the table’s key in the caller’s name, on AWS alone.' },
  { action: 'kms:Encrypt', resource: '*TableKey*', why: 'The same: DynamoDB seals with the table’s key.' },
  { action: 'kms:GenerateDataKey', why: 'The same: DynamoDB makes data keys with the table’s key.' },
  {
    action: 's3:AbortMultipartUpload',
    why: 'The SDK removes the parts of an upload that failed; no test makes one fail.',
  },
  {
    action: 'ses:SendEmail',
    resource: '*:identity/no-reply@*',
    why: 'SES takes the identity of the address or of its domain, whichever is verified; locally it is the domain.',
  },
  {
    action: 'sqs:SendMessage',
    resource: '*DeadLetters*',
    why: 'Lambda puts there what failed for good, in the function’s name; the local one is no function.',
  },
];
