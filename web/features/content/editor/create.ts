import { ulid } from 'ulid';
import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { Asset, Element } from '#shared/model/content.ts';
import { editorConstants } from '#shared/model/editor-constants.ts';
import type { Point, Size } from '#shared/model/geometry.ts';
import { nextLayerOrder } from '#shared/model/layers.ts';
import { elementTypeNamed, newElement } from '#shared/scene/registry.ts';
import type { Editor } from './editor.ts';

/** Ids are made here, so that a save that is sent twice makes nothing twice. */
export const newElementId = () => `elm_${ulid()}`;

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
  // The copies of a group are a group of their own.
  const groups = new Map<string, string>();
  const groupOf = (groupId: string | null) => {
    if (!groupId) return null;
    const copied = groups.get(groupId) ?? `grp_${ulid()}`;
    groups.set(groupId, copied);
    return copied;
  };
  return elements.map((element, index) => {
    const { x, y } = offset(element, index);
    return {
      ...structuredClone(element),
      id: newElementId(),
      position: {
        ...element.position,
        x: Math.round(element.position.x + x),
        y: Math.round(element.position.y + y),
      },
      groupId: groupOf(element.groupId),
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

  create(type: string, at: Point, extras: NewElementExtras = {}): Element | undefined {
    const { cell, perTypeAndCell } = editorConstants.creationGuard;
    const key = `${type}:${Math.floor(at.x / cell)}:${Math.floor(at.y / cell)}`;
    const now = this.#editor.now();
    if (now - (this.#recent.get(key) ?? Number.NEGATIVE_INFINITY) < perTypeAndCell) return undefined;
    this.#recent.set(key, now);
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
      size: extras.size ?? plain.size,
      assetId: extras.assetId ?? null,
    };
    this.#editor.add(`Add ${definition.label.toLowerCase()}`, [element]);
    this.#editor.announcement.set(`${definition.label} added`);
    return element;
  }

  /**
   * An asset of the library on the canvas, no larger than half of it, in the asset's own proportions.
   * @param at where its middle comes to lie
   * @returns undefined where there is no element type for it in this release
   */
  fromAsset(asset: Asset, at: Point, natural?: Size): Element | undefined {
    if (!canPlace(asset.assetType)) return undefined;
    const canvas = this.#editor.document.fields.get().canvasSize;
    const definition = elementTypeNamed(asset.assetType);
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
    return this.fromPalette(asset.assetType, corner, {
      properties: { src: asset.publicUrl, alt: asset.name },
      size: { ...size },
      assetId: asset.id,
    });
  }
}

/** Whether this release has an element for an asset of this type. */
export function canPlace(assetType: Asset['assetType']): boolean {
  return elementTypeNamed(assetType).type === assetType;
}
