import { type Content, showables } from '#functions/content/api.ts';
import { tenantOf } from '#functions/kernel/actor.ts';
import { findTenant } from '#functions/tenants/api.ts';
import type { DisplayLayer } from '#shared/model/display-layers.ts';
import type { DisplaySettings } from '#shared/model/signage/entities.ts';
import type { DisplayPlan, PlanItem, PlanPlaylist } from '#shared/model/signage/what-is-on.ts';
import { defaultTimeZone } from '#shared/model/tenant.ts';
import { type AnyPart, allParts, findRevision, type Kind, type Part } from './store.ts';

/** A tenant's plans as they stand, with what their playlists can show. */
export class Plans {
  readonly revision: number;
  readonly applied: number;
  readonly timeZone: string;
  readonly #parts: AnyPart[];
  readonly #contents: Map<string, Content>;
  #playlists: Map<string, PlanPlaylist> | undefined;

  constructor(given: {
    revision: number;
    applied: number;
    timeZone: string;
    parts: AnyPart[];
    contents: Map<string, Content>;
  }) {
    this.revision = given.revision;
    this.applied = given.applied;
    this.timeZone = given.timeZone;
    this.#parts = given.parts;
    this.#contents = given.contents;
  }

  of<K extends Kind>(kind: K): Part<K>[] {
    return this.#parts.filter((part) => part.kind === kind) as unknown as Part<K>[];
  }

  content(refId: string): Content | undefined {
    return this.#contents.get(refId);
  }

  settingsOf(displayId: string): DisplaySettings {
    const body = this.of('display').find(({ partId }) => partId === displayId)?.body;
    return {
      timeZone: body?.timeZone ?? this.timeZone,
      defaultPlaylistId: body?.defaultPlaylistId ?? null,
    };
  }

  /** When its default playlist was chosen; undefined where that was before this was kept. */
  defaultSinceOf(displayId: string): string | undefined {
    return this.of('display').find(({ partId }) => partId === displayId)?.body.defaultSince;
  }

  playerKeyOf(displayId: string): string | undefined {
    return this.of('display').find(({ partId }) => partId === displayId)?.body.playerKey;
  }

  groupsOf(displayId: string): string[] {
    return this.of('group')
      .filter(({ body }) => body.displayIds.includes(displayId))
      .map(({ partId }) => partId);
  }

  /** Whether something that names displays and groups means a display. */
  means(displayId: string, target: { all?: boolean; displayIds: string[]; groupIds: string[] }): boolean {
    if (target.all || target.displayIds.includes(displayId)) return true;
    const groups = this.groupsOf(displayId);
    return target.groupIds.some((group) => groups.includes(group));
  }

  #planned(): Map<string, PlanPlaylist> {
    this.#playlists ??= new Map(
      this.of('playlist').map(({ partId, body }) => {
        const items = body.items.flatMap((item): PlanItem[] => {
          const show = this.content(item.refId)?.show;
          const { id, seconds, transition, validFrom, validUntil } = item;
          return show ? [{ id, show, seconds, transition, validFrom, validUntil }] : [];
        });
        return [partId, { id: partId, name: body.name, items }];
      }),
    );
    return this.#playlists;
  }

  /** All that one display has to know. `layers` are what was published to it. */
  planOf(displayId: string, name: string, layers: readonly DisplayLayer[]): DisplayPlan {
    const { timeZone, defaultPlaylistId } = this.settingsOf(displayId);
    const schedules = this.of('schedule')
      .filter(({ body }) => this.means(displayId, body))
      .map(({ partId: id, body: { name: title, playlistId, rule, priority } }) => ({
        id,
        name: title,
        playlistId,
        rule,
        priority,
      }));
    const used = new Set([...schedules.map(({ playlistId }) => playlistId), defaultPlaylistId]);
    return {
      displayId,
      name,
      timeZone,
      revision: this.revision,
      emergencies: this.of('emergency').flatMap(({ partId: id, body }) => {
        const show = this.content(body.projectId)?.show;
        return show && this.means(displayId, body)
          ? [{ id, name: body.name, startedAt: body.startedAt, show }]
          : [];
      }),
      takeovers: layers.map((layer) => {
        const { layerId, projectId, publicId, name: title, priority, startedAt, endsAt } = layer;
        const own = { kind: 'sign' as const, projectId, publicId, version: 0, name: title };
        // An announcement shows the snapshot that was made for it, whatever the project's own address shows.
        const show = (layer.announcement ? undefined : this.content(projectId)?.show) ?? own;
        return { layerId, projectId, name: title, priority, startedAt, endsAt, show };
      }),
      schedules,
      defaultPlaylistId,
      playlists: [...this.#planned().values()].filter(({ id }) => used.has(id)),
    };
  }
}

/** Reads the plans; `projectIds` are further projects to know the state of, such as those published to displays. */
export async function loadPlans(projectIds: Iterable<string> = []): Promise<Plans> {
  // The revision first: parts that are newer than it are only looked at once more.
  const revision = await findRevision();
  const [parts, tenant] = await Promise.all([allParts(), findTenant(tenantOf())]);
  const refs = parts.flatMap((part) =>
    part.kind === 'playlist'
      ? part.body.items.map(({ refId }) => refId)
      : part.kind === 'emergency'
        ? [part.body.projectId]
        : [],
  );
  const contents = await showables([...refs, ...projectIds]);
  return new Plans({ ...revision, timeZone: tenant?.timeZone ?? defaultTimeZone, parts, contents });
}
