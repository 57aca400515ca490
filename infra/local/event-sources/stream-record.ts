import type { _Record, AttributeValue } from '@aws-sdk/client-dynamodb-streams';

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** An attribute value in the JSON form of an event: bytes as base64. */
function jsonValue(value: AttributeValue): object {
  if (value.B !== undefined) return { B: base64(value.B) };
  if (value.BS !== undefined) return { BS: value.BS.map(base64) };
  if (value.L !== undefined) return { L: value.L.map(jsonValue) };
  if (value.M !== undefined) return { M: jsonItem(value.M) };
  return value;
}

const jsonItem = (item: Record<string, AttributeValue>): object =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, jsonValue(value)]));

/** A change of the table as Lambda hands it over. */
export function streamRecord(record: _Record, sourceArn: string, region: string): object {
  const change = record.dynamodb ?? {};
  const images = (['Keys', 'NewImage', 'OldImage'] as const).flatMap((name) => {
    const item = change[name];
    return item ? [[name, jsonItem(item)]] : [];
  });
  const at = change.ApproximateCreationDateTime;
  return {
    eventID: record.eventID,
    eventName: record.eventName,
    eventVersion: record.eventVersion ?? '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    dynamodb: {
      ...(at ? { ApproximateCreationDateTime: Math.floor(at.getTime() / 1000) } : {}),
      ...Object.fromEntries(images),
      SequenceNumber: change.SequenceNumber,
      SizeBytes: change.SizeBytes,
      StreamViewType: change.StreamViewType,
    },
    eventSourceARN: sourceArn,
    ...(record.userIdentity
      ? { userIdentity: { type: record.userIdentity.Type, principalId: record.userIdentity.PrincipalId } }
      : {}),
  };
}
