import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  type GlobalSecondaryIndex,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import type { Properties, Resource } from '../template/types.ts';

/** A table that is not ready by then is given up; ms. */
const activeTimeoutMs = 30_000;
const askEveryMs = 25;

async function describe(client: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

async function active(client: DynamoDBClient, name: string): Promise<TableDescription> {
  const deadline = Date.now() + activeTimeoutMs;
  for (;;) {
    const table = await describe(client, name);
    const indexes = table?.GlobalSecondaryIndexes ?? [];
    if (
      table?.TableStatus === 'ACTIVE' &&
      indexes.every(({ IndexStatus }) => (IndexStatus ?? 'ACTIVE') === 'ACTIVE')
    )
      return table;
    if (Date.now() > deadline) throw new Error(`The table ${name} did not become active.`);
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
}

/** The index as the API takes it: the template's throughput settings mean nothing here. */
const indexOf = ({ IndexName, KeySchema, Projection }: Properties): GlobalSecondaryIndex => ({
  IndexName,
  KeySchema,
  Projection,
});

function createInput(name: string, properties: Properties): CreateTableCommandInput {
  const view = properties.StreamSpecification?.StreamViewType;
  const indexes = (properties.GlobalSecondaryIndexes ?? []) as Properties[];
  const locals = (properties.LocalSecondaryIndexes ?? []) as Properties[];
  return {
    TableName: name,
    AttributeDefinitions: properties.AttributeDefinitions,
    KeySchema: properties.KeySchema,
    BillingMode: 'PAY_PER_REQUEST',
    ...(indexes.length > 0 ? { GlobalSecondaryIndexes: indexes.map(indexOf) } : {}),
    ...(locals.length > 0 ? { LocalSecondaryIndexes: locals.map(indexOf) } : {}),
    ...(view ? { StreamSpecification: { StreamEnabled: true, StreamViewType: view } } : {}),
  };
}

/** Brings indexes and stream of a table that is there to what the template says; one change at a time, as AWS asks. */
async function update(
  client: DynamoDBClient,
  name: string,
  table: TableDescription,
  properties: Properties,
): Promise<void> {
  const wanted = ((properties.GlobalSecondaryIndexes ?? []) as Properties[]).map(indexOf);
  const there = (table.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName);
  for (const index of wanted)
    if (!there.includes(index.IndexName)) {
      await client.send(
        new UpdateTableCommand({
          TableName: name,
          AttributeDefinitions: properties.AttributeDefinitions,
          GlobalSecondaryIndexUpdates: [{ Create: index }],
        }),
      );
      await active(client, name);
    }
  for (const IndexName of there)
    if (!wanted.some((index) => index.IndexName === IndexName)) {
      await client.send(
        new UpdateTableCommand({ TableName: name, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }] }),
      );
      await active(client, name);
    }
  const view = properties.StreamSpecification?.StreamViewType;
  const current = table.StreamSpecification;
  if (current?.StreamEnabled && current.StreamViewType !== view) {
    await client.send(
      new UpdateTableCommand({ TableName: name, StreamSpecification: { StreamEnabled: false } }),
    );
    await active(client, name);
  }
  if (view && !(current?.StreamEnabled && current.StreamViewType === view)) {
    await client.send(
      new UpdateTableCommand({
        TableName: name,
        StreamSpecification: { StreamEnabled: true, StreamViewType: view },
      }),
    );
    await active(client, name);
  }
}

async function timeToLive(client: DynamoDBClient, name: string, properties: Properties): Promise<void> {
  const wanted = properties.TimeToLiveSpecification as Properties | undefined;
  if (!wanted?.AttributeName) return;
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: name }));
  const enabled = ['ENABLED', 'ENABLING'].includes(TimeToLiveDescription?.TimeToLiveStatus ?? '');
  if (enabled && TimeToLiveDescription?.AttributeName === wanted.AttributeName) return;
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: name,
      TimeToLiveSpecification: { AttributeName: wanted.AttributeName, Enabled: true },
    }),
  );
}

/**
 * Makes the table of the template, or brings the one that is there up to date.
 * @returns the ARN of its stream, where it has one
 */
export async function ensureTable(
  client: DynamoDBClient,
  { name, properties }: Resource,
): Promise<string | undefined> {
  let table = await describe(client, name);
  if (!table) {
    await client.send(new CreateTableCommand(createInput(name, properties)));
    table = await active(client, name);
  } else {
    const keys = JSON.stringify(table.KeySchema?.map(({ AttributeName }) => AttributeName));
    const wanted = JSON.stringify(
      (properties.KeySchema as Properties[]).map(({ AttributeName }) => AttributeName),
    );
    if (keys !== wanted)
      throw new Error(
        `The keys of the table ${name} have changed, which a table cannot do; begin again with --fresh.`,
      );
    await update(client, name, await active(client, name), properties);
    table = await active(client, name);
  }
  await timeToLive(client, name, properties);
  return table.LatestStreamArn;
}
