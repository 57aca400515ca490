import { buildSchema, graphql } from 'graphql';
import { json, readBody } from './http.ts';
import type { Route } from './index.ts';
import type { SignageStore } from './signage-store.ts';

/** The part of the vendor's schema that the product uses, in the vendor's names. */
const schema = buildSchema(`
  enum PUSH_TYPES { NOW SCHEDULE TEMPORARILY }
  enum MEDIA_TYPES { ASSET NONE PLAYLIST SCHEDULE }
  input DeviceQueryInput { deviceName: String }
  input TemporarilyFlashDevicesInput { scheduleTimeMinutes: Int! }
  input PushToScreensInput {
    type: PUSH_TYPES! deviceIds: [String!]! currentType: MEDIA_TYPES
    currentAssetId: String currentPlaylistId: String currentScheduleId: String
    temporarilyFlashData: TemporarilyFlashDevicesInput
  }
  input AssetInput {
    _id: String type: String! subType: String path: String webLink: String
    originalFileName: String fileType: String webType: String
  }
  type Device {
    _id: String! deviceName: String UUID: String status: String lastHeartBeat: String location: String
    currentType: MEDIA_TYPES currentAssetId: String currentPlaylistId: String currentScheduleId: String
  }
  type DeviceEdge { cursor: String node: Device! }
  type PageInfo { hasNextPage: Boolean endCursor: String }
  type DevicePage { edges: [DeviceEdge!]! pageInfo: PageInfo }
  type DeviceConnection { page: DevicePage! }
  type Asset { _id: String! type: String originalFileName: String webLink: String createdAt: String }
  type Query { devices(query: DeviceQueryInput!, first: Int, after: String): DeviceConnection! }
  type Mutation {
    saveAsset(payload: AssetInput!, teamId: String): Asset!
    pushToScreens(force: Boolean, payload: PushToScreensInput!, teamId: String): Boolean
  }
`);

interface Push {
  payload: {
    deviceIds: string[];
    currentType?: string;
    currentAssetId?: string;
    currentPlaylistId?: string;
    currentScheduleId?: string;
  };
}

function resolvers(store: SignageStore, team: string) {
  return {
    devices: ({
      query,
      first = 200,
      after,
    }: {
      query: { deviceName?: string };
      first?: number;
      after?: string;
    }) => {
      const all = store
        .devices(team)
        .filter(({ deviceName }) => !query.deviceName || deviceName === query.deviceName);
      const start = after ? all.findIndex(({ _id }) => _id === after) + 1 : 0;
      const nodes = all.slice(start, start + Math.min(first, 200));
      return {
        page: {
          edges: nodes.map((node) => ({ cursor: node._id, node: { ...node, status: store.statusOf(node) } })),
          pageInfo: { hasNextPage: start + nodes.length < all.length, endCursor: nodes.at(-1)?._id ?? null },
        },
      };
    },
    saveAsset: ({
      payload,
    }: {
      payload: { _id?: string; originalFileName?: string; webLink?: string; type: string };
    }) => {
      if (payload.type === 'web' && !payload.webLink) throw new Error('webLink is required');
      return store.saveAsset(team, {
        ...(payload._id ? { _id: payload._id } : {}),
        originalFileName: payload.originalFileName ?? 'Untitled',
        webLink: payload.webLink ?? '',
        type: payload.type,
      });
    },
    pushToScreens: ({ payload }: Push) => {
      const type =
        payload.currentType ??
        (payload.currentAssetId ? 'ASSET' : payload.currentPlaylistId ? 'PLAYLIST' : 'NONE');
      store.push(team, payload.deviceIds, {
        type,
        assetId: payload.currentAssetId ?? null,
        playlistId: payload.currentPlaylistId ?? null,
        scheduleId: payload.currentScheduleId ?? null,
      });
      return true;
    },
  };
}

/** POST /optisigns/graphql, as https://graphql-gateway.optisigns.com/graphql answers. */
export function optisigns(store: SignageStore): Route {
  return async (request, url) => {
    if (url.pathname !== '/optisigns/graphql') return undefined;
    if (request.method !== 'POST') return json(405, { errors: [{ message: 'POST only' }] });
    const team = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (!team) return json(401, { errors: [{ message: 'Unauthorized' }] });
    const { query, variables } = JSON.parse(await readBody(request)) as { query: string; variables?: object };
    const result = await graphql({
      schema,
      source: query,
      rootValue: resolvers(store, team),
      variableValues: (variables ?? {}) as Record<string, unknown>,
    });
    return json(200, result);
  };
}
