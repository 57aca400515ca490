import { z } from 'zod';
import { unavailable } from '#functions/kernel/errors.ts';
import type { Base } from '#shared/model/display-layers.ts';

/*
 * OptiSigns, by its GraphQL gateway: https://graphql-gateway.optisigns.com/graphql, `Authorization: Bearer KEY`.
 * A refusal comes in `errors[]` with status 200. Shapes after the vendor's own client (optisigns-node).
 */

export interface Connection {
  url: string;
  apiKey: string;
  teamId: string | null;
}

/** A display as the vendor tells of it. */
export interface Device {
  id: string;
  name: string;
  location: string;
  online: boolean;
  lastSeen: string | null;
  current: Base;
}

/** The vendor's answer is awaited this long, in milliseconds; the gateway gives a call 30 s. */
const timeoutMs = 10_000;
/** Devices asked for in one page; the vendor takes 200. */
const pageSize = 200;

const optional = z.string().nullish();
const deviceNode = z.object({
  _id: z.string(),
  deviceName: optional,
  UUID: optional,
  status: optional,
  lastHeartBeat: z.union([z.string(), z.number()]).nullish(),
  location: optional,
  currentType: optional,
  currentAssetId: optional,
  currentPlaylistId: optional,
  currentScheduleId: optional,
});
const devicesAnswer = z.object({
  devices: z.object({
    page: z.object({
      edges: z.array(z.object({ cursor: optional, node: deviceNode })),
      pageInfo: z.object({ hasNextPage: z.boolean().nullish(), endCursor: optional }).nullish(),
    }),
  }),
});

async function ask<T extends z.ZodType>(
  { url, apiKey }: Connection,
  query: string,
  variables: object,
  answer: T,
): Promise<z.infer<T>> {
  const failed = (reason: string, cause?: unknown) =>
    unavailable(`OptiSigns did not take the request: ${reason}`, 'signage_failed', cause);
  let body: { data?: unknown; errors?: { message?: string }[] };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ query, variables }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 401 || response.status === 403) throw failed('the API key was refused.');
    if (response.status >= 500) throw failed(`its server answered ${response.status}.`);
    body = (await response.json()) as typeof body;
  } catch (error) {
    if (error instanceof Error && error.name === 'AppError') throw error;
    throw failed(
      error instanceof Error && error.name === 'TimeoutError'
        ? 'no answer in 10 s.'
        : 'it cannot be reached.',
      error,
    );
  }
  if (body.errors?.length) throw failed(body.errors[0]?.message?.slice(0, 300) ?? 'it gave no reason.');
  const parsed = answer.safeParse(body.data);
  if (!parsed.success) throw failed('its answer has another form than expected.', parsed.error);
  return parsed.data;
}

/** A display that has not been heard of for this long is not online, whatever the vendor's light says; ms. */
const staleMs = 5 * 60_000;

const mediaTypes: readonly string[] = ['ASSET', 'PLAYLIST', 'SCHEDULE'];

function toDevice(node: z.infer<typeof deviceNode>, now: number): Device {
  const seen = node.lastHeartBeat ? new Date(node.lastHeartBeat) : undefined;
  const lastSeen = seen && !Number.isNaN(seen.getTime()) ? seen.toISOString() : null;
  const says = /^(online|active)$/i.test(node.status ?? '');
  return {
    id: node._id,
    name: node.deviceName || 'Unnamed display',
    location: node.location ?? '',
    online: says && (!lastSeen || now - Date.parse(lastSeen) < staleMs),
    lastSeen,
    current: {
      type: mediaTypes.includes(node.currentType ?? '') ? (node.currentType as Base['type']) : 'NONE',
      assetId: node.currentAssetId || null,
      playlistId: node.currentPlaylistId || null,
      scheduleId: node.currentScheduleId || null,
    },
  };
}

const devicesQuery = `query Devices($first: Int, $after: String) {
  devices(query: {}, first: $first, after: $after) {
    page {
      edges { cursor node {
        _id deviceName UUID status lastHeartBeat currentType currentAssetId currentPlaylistId currentScheduleId
      } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

/** The displays of the team, at most `limit`. @throws 502 with the vendor's reason */
export async function devices(connection: Connection, limit: number, now: number): Promise<Device[]> {
  const found: Device[] = [];
  let after: string | undefined;
  do {
    const answer = await ask(
      connection,
      devicesQuery,
      { first: pageSize, ...(after ? { after } : {}) },
      devicesAnswer,
    );
    const { edges, pageInfo } = answer.devices.page;
    found.push(...edges.map(({ node }) => toDevice(node, now)));
    after = pageInfo?.hasNextPage && edges.length > 0 ? (pageInfo.endCursor ?? undefined) : undefined;
  } while (after && found.length < limit);
  return found.slice(0, limit);
}

const saveAssetMutation = `mutation saveAsset($payload: AssetInput!, $teamId: String) {
  saveAsset(payload: $payload, teamId: $teamId) { _id }
}`;

/** Makes a web page an asset that can be shown. Answers the vendor's id. @throws 502 */
export async function saveWebAsset(connection: Connection, name: string, webLink: string): Promise<string> {
  const payload = {
    type: 'web',
    subType: 'static',
    path: null,
    webLink,
    originalFileName: name,
    fileType: 'web',
    webType: 'website',
  };
  const answer = await ask(
    connection,
    saveAssetMutation,
    { payload, teamId: connection.teamId },
    z.object({ saveAsset: z.object({ _id: z.string() }) }),
  );
  return answer.saveAsset._id;
}

const pushMutation = `mutation PushToScreens($force: Boolean, $payload: PushToScreensInput!, $teamId: String!) {
  pushToScreens(force: $force, payload: $payload, teamId: $teamId)
}`;

/** Shows an asset, playlist or schedule on displays, now. @throws 502 */
export async function push(connection: Connection, deviceIds: string[], content: Base): Promise<void> {
  const payload = {
    type: 'NOW',
    deviceIds,
    currentType: content.type,
    ...(content.assetId ? { currentAssetId: content.assetId } : {}),
    ...(content.playlistId ? { currentPlaylistId: content.playlistId } : {}),
    ...(content.scheduleId ? { currentScheduleId: content.scheduleId } : {}),
  };
  const answer = await ask(
    connection,
    pushMutation,
    { force: true, payload, teamId: connection.teamId ?? '1' },
    z.object({ pushToScreens: z.boolean().nullable() }),
  );
  if (!answer.pushToScreens) throw unavailable('OptiSigns did not push to the display.', 'signage_failed');
}
