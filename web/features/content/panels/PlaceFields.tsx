import { contentLimits, type Element } from '#shared/model/content.ts';
import { constrainSize } from '#shared/model/resize.ts';
import { boundsOf } from '#shared/scene/registry.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import { withoutAutoHeight } from '../editor/auto-height.ts';
import { boxAround, toHundredth } from '../editor/element-geometry.ts';
import { useEditorSession } from '../editor/session.ts';
import { angleOf, editWhole, movedTo, scaledTo, turnedTo } from '../editor/whole.ts';
import { mixed } from './shared-value.ts';

interface Range {
  min: number;
  max: number;
}

interface PlaceFieldProps {
  label: string;
  value: number | undefined;
  range: Range;
  disabled: boolean;
  onChange(value: number): void;
}

function PlaceField({ label, value, range, disabled, onChange }: PlaceFieldProps) {
  return (
    <BoundedNumberInput
      size="xs"
      label={label}
      disabled={disabled}
      decimalScale={2}
      min={range.min}
      max={range.max}
      placeholder={value === undefined ? mixed : undefined}
      value={value === undefined ? undefined : toHundredth(value)}
      onChange={onChange}
    />
  );
}

const axes = ['x', 'y'] as const;
const sides = ['width', 'height'] as const;
const labels = { x: 'X', y: 'Y', width: 'Width', height: 'Height', rotation: 'Rotation °' } as const;
const turns: Range = { min: -360, max: 360 };

/** The size with one side typed; a square takes the side for both, whichever it was. */
function resized(element: Element, side: 'width' | 'height', value: number) {
  const bounds = boundsOf(element);
  const size =
    bounds.aspect === 'square' ? { width: value, height: value } : { ...element.size, [side]: value };
  return constrainSize(size, bounds);
}

/** Where one element is, how large, and how it is turned. */
export function PlaceOfOne({ element }: { element: Element }) {
  const { editor } = useEditorSession();
  const bounds = boundsOf(element);
  const edit = (label: string, key: string, change: (element: Element) => Element) =>
    editor.edit(label, [element.id], change, { squashKey: key });
  return (
    <>
      {axes.map((axis) => (
        <PlaceField
          key={axis}
          label={labels[axis]}
          range={contentLimits.coordinate}
          disabled={element.isLocked}
          value={element.position[axis]}
          onChange={(value) =>
            edit('Move', `position.${axis}`, (one) => ({
              ...one,
              position: { ...one.position, [axis]: value },
            }))
          }
        />
      ))}
      {sides.map((side) => (
        <PlaceField
          key={side}
          label={labels[side]}
          range={
            side === 'width'
              ? { min: bounds.minWidth, max: bounds.maxWidth }
              : { min: bounds.minHeight, max: bounds.maxHeight }
          }
          disabled={element.isLocked}
          value={element.size[side]}
          onChange={(value) =>
            edit('Resize', `size.${side}`, (one) => ({
              ...(side === 'height' ? withoutAutoHeight(one) : one),
              size: resized(one, side, value),
            }))
          }
        />
      ))}
      <PlaceField
        label={labels.rotation}
        range={turns}
        disabled={element.isLocked}
        value={element.rotation}
        onChange={(rotation) => edit('Rotate', 'rotation', (one) => ({ ...one, rotation }))}
      />
    </>
  );
}

/** Place, size and angle of several elements as one thing; locked ones stay as they are. */
export function PlaceOfSeveral({ elements }: { elements: readonly Element[] }) {
  const { editor } = useEditorSession();
  const free = elements.filter(({ isLocked }) => !isLocked);
  const disabled = free.length === 0;
  const meant = disabled ? elements : free;
  const box = boxAround(meant)!;
  const words = (verb: string) => (free.length === 1 ? verb : `${verb} ${free.length} elements`);
  return (
    <>
      {axes.map((axis) => (
        <PlaceField
          key={axis}
          label={labels[axis]}
          range={contentLimits.coordinate}
          disabled={disabled}
          value={box[axis]}
          onChange={(value) => editWhole(editor, words('Move'), movedTo(free, axis, value), `whole.${axis}`)}
        />
      ))}
      {sides.map((side) => (
        <PlaceField
          key={side}
          label={labels[side]}
          range={{ min: 1, max: contentLimits.coordinate.max }}
          disabled={disabled}
          value={box[side]}
          onChange={(value) =>
            editWhole(editor, words('Resize'), scaledTo(free, side, value), `whole.${side}`)
          }
        />
      ))}
      <PlaceField
        label={labels.rotation}
        range={turns}
        disabled={disabled}
        value={angleOf(editor, meant)}
        onChange={(degrees) =>
          editWhole(editor, words('Rotate'), turnedTo(editor, free, degrees), 'whole.rotation')
        }
      />
    </>
  );
}
