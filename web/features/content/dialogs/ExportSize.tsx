import { ActionIcon, Stack, Text, Tooltip } from '@mantine/core';
import { IconLink, IconLinkOff } from '@tabler/icons-react';
import { useState } from 'react';
import { contentLimits } from '#shared/model/content.ts';
import type { Size } from '#shared/model/geometry.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import styles from './dialogs.module.css';

interface ExportSizeProps {
  size: Size;
  /** The longest side that the format may have, in px. */
  max: number;
  /** What was asked for where the format cannot be so large. */
  reducedFrom: Size | undefined;
  onChange(size: Size): void;
}

const { min } = contentLimits.exportSide;

/** Width and height of an export, which may be linked so that they keep their proportions. */
export function ExportSize({ size, max, reducedFrom, onChange }: ExportSizeProps) {
  /** Width by height; undefined while the two are not linked. */
  const [ratio, setRatio] = useState<number>();
  const bounded = (side: number) => Math.min(max, Math.max(min, Math.round(side)));
  const set = (side: keyof Size, value: number) => {
    const whole = Math.round(value);
    if (ratio === undefined) return onChange({ ...size, [side]: whole });
    if (side === 'width') return onChange({ width: whole, height: bounded(whole / ratio) });
    onChange({ width: bounded(whole * ratio), height: whole });
  };
  const field = (side: keyof Size, label: string) => (
    <BoundedNumberInput
      label={label}
      min={min}
      max={max}
      allowDecimal={false}
      value={size[side]}
      onChange={(value) => set(side, value)}
    />
  );
  const label = ratio === undefined ? 'Keep proportions' : 'Change width and height on their own';
  return (
    <Stack gap={4}>
      <div className={styles.size}>
        {field('width', 'Width in px')}
        <Tooltip label={label}>
          <ActionIcon
            variant={ratio === undefined ? 'subtle' : 'light'}
            color={ratio === undefined ? 'gray' : 'amber'}
            size={36}
            mt={24}
            aria-label="Keep proportions"
            aria-pressed={ratio !== undefined}
            onClick={() => setRatio(ratio === undefined ? size.width / size.height : undefined)}
          >
            {ratio === undefined ? <IconLinkOff size={18} /> : <IconLink size={18} />}
          </ActionIcon>
        </Tooltip>
        {field('height', 'Height in px')}
      </div>
      {reducedFrom && (
        <Text size="xs" c="dimmed" role="status">
          {reducedFrom.width} × {reducedFrom.height} is more than this format can hold at this length.
        </Text>
      )}
    </Stack>
  );
}
