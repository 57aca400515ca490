import { ulid } from 'ulid';
import type { JsonMap } from '#shared/model/bounded-map.ts';
import { type Asset, contentLimits, type Element } from '#shared/model/content.ts';
import { editorConstants } from '#shared/model/editor-constants.ts';
import type { Point, Size } from '#shared/model/geometry.ts';
import { nextLayerOrder } from '#shared/model/layers.ts';
import { elementTypeNamed, newElement } from '#shared/scene/registry.ts';
import type { Editor } from './editor.ts';
import { ownGroups } from './group-path.ts';

/** Ids are made here, so that a save that is sent twice makes nothing twice. */
export const newElementId = () => `elm_${ulid()}`;

export const newPageId = () => `pag_${ulid()}`;

/** What a new element has beside the defaults of its type. */
export interface NewElementExtras {
  properties?: JsonMap;
  size?: Size;
  assetId?: string | null;
}

/** Copies with ids of their own, on top of everything, shifted by what `offset` says for each. */
export function copiesOf(
  editor: Editor,
  elements: readonly Element[],
  offset: (element: Element, index: number) => Point,
): Element[] {
  const top = nextLayerOrder(editor.document.all());
  // The copies of a group are a group of their own; those of some of its members, made inside it, stay in it.
  const ids = new Set(elements.map(({ id }) => id));
  const open = new Set(editor.groups.enteredPath().map(({ id }) => id));
  const regrouped = ownGroups(
    (group) => open.has(group) && !editor.groups.membersOf(group).every((id) => ids.has(id)),
  );
  return elements.map((element, index) => {
    const { x, y } = offset(element, index);
    return {
      ...structuredClone(regrouped(element)),
      id: newElementId(),
      position: {
        ...element.position,
        x: Math.round(element.position.x + x),
        y: Math.round(element.position.y + y),
      },
      layerOrder: top + index,
      version: 1,
    };
  });
}

/**
 * Creates elements, and ignores a second request for the same type in the same 50 px cell within 300 ms,
 * as a double click on the palette makes one.
 */
export class Creator {
  readonly #editor: Editor;
  readonly #recent = new Map<string, number>();
  #lockedUntil = 0;

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  /** A drop or a click in the palette: ignored within 500 ms of the one before. */
  fromPalette(type: string, at: Point, extras?: NewElementExtras): Element | undefined {
    const now = this.#editor.now();
    if (now < this.#lockedUntil) return undefined;
    this.#lockedUntil = now + editorConstants.creationGuard.palette;
    return this.create(type, at, extras);
  }

  create(type: string, at: Point, extras?: NewElementExtras): Element | undefined {
    const { cell, perTypeAndCell } = editorConstants.creationGuard;
    const key = `${type}:${Math.floor(at.x / cell)}:${Math.floor(at.y / cell)}`;
    const now = this.#editor.now();
    if (now - (this.#recent.get(key) ?? Number.NEGATIVE_INFINITY) < perTypeAndCell) return undefined;
    this.#recent.set(key, now);
    return this.#make(type, at, extras);
  }

  #make(type: string, at: Point, extras: NewElementExtras = {}): Element | undefined {
    const { elementsPerProject } = contentLimits;
    if (this.#editor.document.size >= elementsPerProject) {
      const reason = `A project holds at most ${elementsPerProject} elements.`;
      this.#editor.toast('Failed to create element', 'error', reason);
      return undefined;
    }
    const definition = elementTypeNamed(type);
    const plain = newElement(type, {
      id: newElementId(),
      x: Math.round(at.x),
      y: Math.round(at.y),
      layerOrder: nextLayerOrder(this.#editor.document.all()),
    });
    const element: Element = {
      ...plain,
      properties: { ...plain.properties, ...extras.properties },
      // A new text grows with its words.
      styles: definition.base === 'text' ? { ...plain.styles, autoHeight: true } : plain.styles,
      size: extras.size ?? plain.size,
      assetId: extras.assetId ?? null,
    };
    this.#editor.add(`Add ${definition.label.toLowerCase()}`, [element]);
    this.#editor.announcement.set(`${definition.label} added`);
    return element;
  }

  /** An element of the type's own size with its middle at the point; not guarded, as a file is dropped once. */
  fromMedia(type: string, properties: JsonMap, middle: Point): Element | undefined {
    const { width, height } = elementTypeNamed(type).size;
    return this.#make(type, { x: middle.x - width / 2, y: middle.y - height / 2 }, { properties });
  }

  /**
   * An asset of the library on the canvas, no larger than half of it, in the asset's own proportions.
   * @param at where its middle comes to lie
   * @returns undefined where there is no element type for it
   */
  fromAsset(
    asset: Asset,
    at: Point,
    { natural, guarded = true }: { natural?: Size; guarded?: boolean } = {},
  ): Element | undefined {
    const type = typeOfAsset[asset.assetType];
    if (!type) return undefined;
    const canvas = this.#editor.document.fields.get().canvasSize;
    const definition = elementTypeNamed(type);
    const scale = natural
      ? Math.min(1, canvas.width / 2 / natural.width, canvas.height / 2 / natural.height)
      : 1;
    const size = natural
      ? {
          width: Math.max(50, Math.round(natural.width * scale)),
          height: Math.max(50, Math.round(natural.height * scale)),
        }
      : definition.size;
    const corner = { x: at.x - size.width / 2, y: at.y - size.height / 2 };
    const named: JsonMap = asset.assetType === 'audio' ? { title: asset.name } : { alt: asset.name };
    const extras = {
      properties: { src: asset.publicUrl, ...named },
      size: { ...size },
      assetId: asset.id,
    };
    return guarded ? this.fromPalette(type, corner, extras) : this.#make(type, corner, extras);
  }
}

/** Which element shows an asset. */
const typeOfAsset: Record<Asset['assetType'], string | undefined> = {
  image: 'image',
  video: 'video',
  audio: 'audio_player',
  document: undefined,
};

/** Whether there is an element for an asset of this type. */
export function canPlace(assetType: Asset['assetType']): boolean {
  return typeOfAsset[assetType] !== undefined;
}
