import { effects } from './effects/index.ts';
import type { ElementType } from './element-type.ts';
import { elements } from './elements/index.ts';
import { learnTypes } from './known-types.ts';

export * from './known-types.ts';

/** Every element type, in the palette's order. A new type is one file under elements/ or effects/ and one line there. */
export const elementTypes: readonly ElementType[] = [...elements, ...effects];

learnTypes(elementTypes);
