import { ActionIcon, Box, ColorPicker, ColorSwatch, NumberInput, Popover, Tooltip } from '@mantine/core';
import {
  IconBold,
  IconClearFormatting,
  IconItalic,
  IconMinus,
  IconPlus,
  IconStrikethrough,
  IconUnderline,
  type TablerIcon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { colorOr } from '#shared/scene/css/color.ts';
import { ColorField } from '../../panels/ColorField.tsx';
import { FontInput } from '../../panels/FontInput.tsx';
import { useSwatches } from '../../styles/use-brand.ts';
import { useEditorSession } from '../session.ts';
import { shortcutText } from '../shortcut-text.ts';
import { useSignal } from '../signal.ts';
import {
  hasMark,
  plainStyle,
  sizeOf,
  type TextFormatting,
  type TextMark,
  toggleMark,
  toSize,
} from '../text-format.ts';
import { isInTextBar } from './TextEditing.tsx';
import styles from './Typing.module.css';

const marks: readonly { mark: TextMark; label: string; icon: TablerIcon; keys: string }[] = [
  { mark: 'bold', label: 'Bold', icon: IconBold, keys: '$mod+b' },
  { mark: 'italic', label: 'Italic', icon: IconItalic, keys: '$mod+i' },
  { mark: 'underline', label: 'Underline', icon: IconUnderline, keys: '$mod+u' },
  { mark: 'strike', label: 'Strike through', icon: IconStrikethrough, keys: '$mod+Shift+x' },
];

/** Gives the selected letters of the text that is being typed another look. */
export function TextBar() {
  const { editor } = useEditorSession();
  const field = useSignal(editor.textField);
  return field ? <Bar field={field} /> : null;
}

function Bar({ field }: { field: TextFormatting }) {
  const { editor } = useEditorSession();
  const state = useSignal(field.state);
  const { base, style, mixed } = state;
  const size = sizeOf(state);
  const grow = (by: number) => field.format(toSize(state, Math.round(size ?? base.fontSize) + by));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is seen
    <div
      className={styles.bar}
      role="group"
      aria-label="Style of the selected letters"
      data-text-bar
      // A press on a button leaves the focus, and with it the keyboard of a phone, where it is.
      onMouseDown={(event) => {
        if (!(event.target as Element).closest('input')) event.preventDefault();
      }}
      onBlur={({ relatedTarget }) => {
        const stays = isInTextBar(relatedTarget) || (relatedTarget as Element | null)?.role === 'textbox';
        if (!stays && relatedTarget !== null) editor.editingText.set(undefined);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        field.focus();
      }}
    >
      {marks.map(({ mark, label, icon: Icon, keys }) => (
        <Tooltip key={mark} label={`${label} (${shortcutText(keys)})`}>
          <ActionIcon
            variant={hasMark(state, mark) ? 'light' : 'subtle'}
            color={hasMark(state, mark) ? 'amber' : 'gray'}
            size="md"
            aria-label={label}
            aria-pressed={hasMark(state, mark)}
            onClick={() => field.format(toggleMark(state, mark))}
          >
            <Icon size={16} stroke={1.9} />
          </ActionIcon>
        </Tooltip>
      ))}
      <span className="db-rule" aria-hidden />
      <ColorButton
        color={mixed.has('color') ? undefined : colorOr(style.color, base.color)}
        onChange={(color) => field.format({ color })}
      />
      <span className="db-rule" aria-hidden />
      <Tooltip label="Smaller">
        <ActionIcon variant="subtle" color="gray" size="md" aria-label="Smaller" onClick={() => grow(-1)}>
          <IconMinus size={14} />
        </ActionIcon>
      </Tooltip>
      <NumberInput
        w={56}
        size="xs"
        aria-label="Size in px"
        hideControls
        min={1}
        max={2000}
        decimalScale={1}
        placeholder="–"
        value={size ?? ''}
        onChange={(next) => typeof next === 'number' && next >= 1 && field.format(toSize(state, next))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          field.focus();
        }}
      />
      <Tooltip label="Larger">
        <ActionIcon variant="subtle" color="gray" size="md" aria-label="Larger" onClick={() => grow(1)}>
          <IconPlus size={14} />
        </ActionIcon>
      </Tooltip>
      <Box component="span" w={132}>
        <FontInput
          aria-label="Font"
          placeholder="Several fonts"
          value={mixed.has('font') ? '' : (style.font ?? base.fontFamily)}
          onChange={(font) => field.format({ font: font === base.fontFamily ? undefined : font })}
        />
      </Box>
      <Tooltip label="As the rest of the text">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="md"
          aria-label="Clear the style of the selected letters"
          onClick={() => field.format(plainStyle)}
        >
          <IconClearFormatting size={16} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

interface ColorButtonProps {
  /** Undefined when the letters have several. */
  color: string | undefined;
  onChange(color: string): void;
}

function ColorButton({ color, onChange }: ColorButtonProps) {
  const [open, setOpen] = useState(false);
  const swatches = useSwatches();
  return (
    <Popover opened={open} onChange={setOpen} position="top" shadow="md">
      <Popover.Target>
        <Tooltip label="Colour" disabled={open}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="md"
            aria-label="Colour of the letters"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {color ? (
              <ColorSwatch color={color} size={18} />
            ) : (
              <span className={styles.swatch} data-mixed aria-hidden />
            )}
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={10} data-text-bar>
        <ColorPicker
          size="sm"
          w={264}
          format="hexa"
          withPicker={false}
          swatches={swatches}
          swatchesPerRow={11}
          value={color ?? ''}
          onChange={onChange}
        />
        <ColorField
          mt={8}
          size="xs"
          aria-label="Colour as CSS writes it"
          popoverProps={{ withinPortal: false, position: 'top-start' }}
          format="hexa"
          placeholder="Several colours"
          value={color ?? ''}
          onChange={onChange}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
