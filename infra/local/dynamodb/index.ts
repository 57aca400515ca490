import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { AwsCredentials } from '../aws-auth.ts';
import type { CloudDescription } from '../template/template.ts';
import { ensureTable } from './tables.ts';

export interface Tables {
  endpoint: string;
  streams: DynamoDBStreamsClient;
  /** The engine's own ARN of the stream of a table, which is named by the template's ARN. */
  streamArnOf(tableArn: string): string | undefined;
  close(): void;
}

/** Brings the tables of the template about at the engine. */
export async function openTables(
  endpoint: string,
  description: CloudDescription,
  region: string,
  credentials: AwsCredentials,
): Promise<Tables> {
  const config = { endpoint, region, credentials };
  const client = new DynamoDBClient(config);
  const streams = new DynamoDBStreamsClient(config);
  const arns = new Map<string, string>();
  for (const table of description.ofType('AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable')) {
    const arn = await ensureTable(client, table);
    if (arn) arns.set(table.arn, arn);
  }
  return {
    endpoint,
    streams,
    streamArnOf: (tableArn) => arns.get(tableArn),
    close() {
      client.destroy();
      streams.destroy();
    },
  };
}
