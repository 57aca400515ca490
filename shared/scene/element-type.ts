import type * as z from 'zod';
import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { BaseElementType, Element } from '#shared/model/content.ts';
import type { Size } from '#shared/model/geometry.ts';
import type { ResizeBounds } from '#shared/model/resize.ts';
import type { SceneContext, SceneEnv } from './env.ts';

/** The palette's tabs, beside Favorites, Recent and All. */
export const elementCategories = ['Text', 'Interactive', 'Charts', 'Media', 'Effects', 'Forms'] as const;
export type ElementCategory = (typeof elementCategories)[number];

export const formTabs = ['content', 'style', 'layout', 'effects'] as const;
export type FormTab = (typeof formTabs)[number];

interface FieldBase {
  /** Which map of the element the field edits, and under which key. */
  target: 'properties' | 'styles';
  key: string;
  tab: FormTab;
  label: string;
  help?: string;
  placeholder?: string;
  /** Only shown while another field has one of these values. */
  showWhen?: { target: 'properties' | 'styles'; key: string; in: readonly (string | boolean)[] };
}

/** One field of a properties form, from which the editor renders the form. */
export type FormField = FieldBase &
  (
    | { kind: 'text' | 'textarea'; maxLength?: number; variables?: boolean }
    | { kind: 'number'; min: number; max: number; step: number; unit?: string }
    | {
        kind: 'slider';
        min: number;
        max: number;
        step: number;
        unit?: string;
        /** Where only some values of the range may be had. */
        only?: readonly number[];
      }
    | { kind: 'select'; options: readonly { value: string; label: string }[] }
    | { kind: 'color' | 'toggle' | 'font' | 'icon' }
    | { kind: 'asset'; assetType: 'image' | 'video' | 'audio' }
    | { kind: 'rows'; rows: RowsShape }
  );

/** One column of a list that is edited row by row. */
export type RowColumn = { key: string; label: string; placeholder?: string } & (
  | { kind: 'text' | 'textarea'; maxLength?: number }
  | { kind: 'number'; min: number; max: number; step: number; unit?: string }
  | { kind: 'select'; options: readonly { value: string; label: string }[] }
  | { kind: 'color' | 'toggle' }
  | { kind: 'asset'; assetType: 'image' | 'video' | 'audio' }
  /** A list of texts, one in each line. */
  | { kind: 'lines'; maxLines: number }
  | { kind: 'rows'; rows: RowsShape }
);

/** A property that is a list of like records, e.g. the values of a chart. */
export interface RowsShape {
  columns: readonly RowColumn[];
  /** What one record is called: 'value', 'slide'. */
  noun: string;
  minRows: number;
  maxRows: number;
  /** A new record. */
  blank: JsonMap;
}

/** A clip that an element plays. */
export interface MediaUse {
  kind: 'video' | 'audio';
  url: string;
  /** Whether it plays by itself when the scene begins. */
  autoplay: boolean;
  loop: boolean;
  muted: boolean;
  /** 0 to 1. */
  volume: number;
  /** 1 is the clip's own speed. */
  playbackRate: number;
}

/** An element as its type draws it: its own box, and properties and styles with every default filled in. */
export interface Drawable<Properties = JsonMap> extends Size {
  element: Element;
  properties: Properties;
  styles: JsonMap;
  /** The element's own seed. */
  seed: number;
}

/** What decides which font file a text needs. */
export interface FontParts {
  fontFamily: string;
  fontWeight: number;
  fontStyle: 'normal' | 'italic';
}

/** A line of text where it stands, in px of the element's own box: for searchable PDF and for reading aloud. */
export interface TextLine {
  text: string;
  x: number;
  baseline: number;
  width: number;
  fontSize: number;
  direction: 'ltr' | 'rtl';
  /** Its end gave way to an ellipsis. */
  cut?: true;
}

/**
 * Everything there is to know of one kind of element. Palette, properties form, defaults, checking and
 * drawing follow from it.
 */
export interface ElementType<Properties = JsonMap> {
  /** The custom element type, as `properties.customElementType` names it. */
  type: string;
  base: BaseElementType;
  label: string;
  description: string;
  category: ElementCategory;
  tags: readonly string[];
  isNew?: boolean;
  isPro?: boolean;
  /** Name of a Tabler icon, e.g. `IconTypography`. */
  icon: string;
  /** Default size in px. */
  size: Size;
  /** 'ends': it is a line across its box, pulled at its two ends; all others are pulled at their boxes. */
  handles?: 'ends';
  /** Where they differ from those of the base type. */
  bounds?: ResizeBounds;
  /** Every property with a default, so that an empty map is valid. */
  properties: z.ZodObject;
  styles: JsonMap;
  form: readonly FormField[];
  /** True when the picture depends on t (not counting `animations`); others are drawn once and kept. */
  animated?: boolean;
  /** Seconds after which an animated element's picture changes no more; endless without it. */
  animatedUntil?(element: Drawable<Properties>): number;
  /**
   * Of animated types: the time until which the picture stays as it is at env.t; env.t itself (the default)
   * while it changes with every frame, Infinity when it never changes again.
   */
  stillUntil?(element: Drawable<Properties>, env: SceneEnv): number;
  /** Draws the element in its own box; a pure function of its arguments that leaves the context as it was. */
  draw(ctx: SceneContext, element: Drawable<Properties>, env: SceneEnv): void;
  /** How far the drawing reaches beyond the box, in px, other than by box-shadow and text-shadow. */
  reach?(element: Drawable<Properties>): number;
  /** The pictures the drawing will ask for. */
  images?(element: Drawable<Properties>, env: SceneEnv): string[];
  /** The clips the element plays: for loading their frames, and for the sound of a video. */
  media?(element: Drawable<Properties>, env: SceneEnv): MediaUse[];
  /** Weights that its text is drawn in besides the style's own. */
  weights?: readonly number[];
  /** Fonts that parts of its text are drawn in, each as it differs from the style's own. */
  fonts?(element: Drawable<Properties>): readonly Partial<FontParts>[];
  /** Properties that only the product itself may know: they are left out of what visitors are sent. */
  privateProperties?: readonly string[];
  /** What the element says, for screen readers, search and font loading. */
  text?(element: Drawable<Properties>, env: SceneEnv): string;
  textLines?(ctx: SceneContext, element: Drawable<Properties>, env: SceneEnv): TextLine[];
}

/** Declares an element type; its functions see properties typed by its schema. */
export function defineElementType<Schema extends z.ZodObject>(
  definition: Omit<ElementType<z.output<Schema>>, 'properties'> & { properties: Schema },
): ElementType {
  return definition as unknown as ElementType;
}
