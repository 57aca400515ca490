/**
 * A permission that no test of the whole product uses, and why it is there all the same. One that a test uses at times,
 * as where something was killed at the right moment, has a reason too.
 */
export interface Reason {
  /** Of its action; `*` stands for anything. */
  action: string;
  /** Of the resource; all of them by default. */
  resource?: string;
  why: string;
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
  {
    action: 'sqs:DeleteMessage',
    why: 'Lambda’s poller removes what was done; a worker only what is done of a batch whose rest it gives back.',
  },
  {
    action: 'sqs:GetQueueUrl',
    why: 'Lambda’s poller asks for it; a worker only before it removes a part of a batch.',
  },
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
  ...['s3:GetObject', 's3:PutObject', 's3:DeleteObject'].map((action) => ({
    action,
    resource: '*/prompts/*',
    why: 'The sweeper finishes what a killed worker left of a recording, and a recording’s twenty-first version goes (functions/recordings/voices.test.ts); no story kills one at that moment or makes so many.',
  })),
  ...['StartTranscriptionJob', 'GetTranscriptionJob', 'DeleteTranscriptionJob'].map((action) => ({
    action: `transcribe:${action}`,
    why: 'The local cloud has no Transcribe: its sandbox takes what is signed for it (functions/calls/transcripts/transcripts.test.ts).',
  })),
  {
    action: 'polly:SynthesizeSpeech',
    why: 'The local cloud has no Polly: its sandbox takes what is signed for it (functions/recordings/recordings.test.ts).',
  },
  {
    action: 's3:AbortMultipartUpload',
    why: 'The SDK removes the parts of an upload that failed; no test makes one fail.',
  },
  {
    action: 's3:DeleteObject',
    resource: '*/recordings/*',
    why: 'Recordings go when their term of a day at least is over (functions/calls/recordings.test.ts); no story lasts so long.',
  },
  {
    action: 's3:DeleteObject',
    resource: '*/announcements/*',
    why: 'A journey or a webhook takes off again what was called off while it showed it (functions/celebrations/join.test.ts); no story meets that moment.',
  },
  {
    action: 's3:*',
    resource: '*/plans/*',
    why: 'The sweeper has an exchange fetch a dial plan, or removes its file, where whoever deployed it was killed (functions/dialplans/deploy.test.ts); no story kills it then.',
  },
  {
    action: 's3:ListBucket',
    resource: '*inboundmail*',
    why: 'S3 answers 404 for a mail that has been taken only to who may list, 403 to others; the local one always 404.',
  },
  {
    action: 'mediaconvert:GetJob',
    why: 'The sweeper asks for a job whose event is 45 s late; the local MediaConvert loses none (functions/content/exports/video/video.test.ts).',
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
  {
    action: 'sqs:*',
    resource: '*-exchange-*',
    why: 'Commands to exchanges whose bridges fetch them; no story enrols a bridge, the tests of functions/telephony/exchanges and infra/bridge do.',
  },
];
