import { Select } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { fontGroups, fontOfFamily, fontStack, fonts } from '#shared/scene/fonts.ts';
import { sceneFonts } from '../scene/fonts.ts';
import { useBrandFonts } from '../styles/use-brand.ts';

interface FontInputProps {
  label?: string;
  'aria-label'?: string;
  placeholder?: string;
  description?: ReactNode;
  disabled?: boolean;
  value: string;
  onChange(family: string): void;
}

const groupLabels: Record<(typeof fontGroups)[number], string> = {
  'sans-serif': 'Sans serif',
  serif: 'Serif',
  display: 'Display',
  monospace: 'Monospace',
  handwriting: 'Handwriting',
  decorative: 'Decorative',
};

const options = fontGroups.map((group) => ({
  group: groupLabels[group],
  items: fonts.filter((font) => font.group === group).map(({ family }) => ({ value: family, label: family })),
}));

/** The brand's fonts in a group of their own before the others, each once. */
function brandFirst(brand: readonly string[]): typeof options {
  if (brand.length === 0) return options;
  const own = brand.map((family) => ({ value: family, label: family }));
  const others = options.map(({ group, items }) => ({
    group,
    items: items.filter(({ value }) => !brand.includes(value)),
  }));
  return [{ group: 'Brand', items: own }, ...others];
}

/** The fonts by group, searchable, each name in its own face. */
export function FontInput({ value, onChange, ...input }: FontInputProps) {
  const brand = useBrandFonts();
  const offered = useMemo(() => brandFirst(brand), [brand]);
  const known = fontOfFamily(value);
  // A family of an older or imported project is shown by its name, and drawn in what takes its place.
  const data =
    known?.family === value || value === '' ? offered : [{ group: 'In use', items: [value] }, ...offered];
  return (
    <Select
      {...input}
      size="xs"
      searchable
      allowDeselect={false}
      data={data}
      value={value}
      maxDropdownHeight={320}
      nothingFoundMessage="No font has this name"
      styles={{ input: { fontFamily: fontStack(value) } }}
      onChange={(next) => next && onChange(next)}
      renderOption={({ option }) => <FontName family={option.value} />}
    />
  );
}

/** A font's name in its own face, whose file is fetched when the name comes into view. */
function FontName({ family }: { family: string }) {
  const name = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      void sceneFonts.load([{ font: `400 16px ${fontStack(family)}`, sample: family }]);
    });
    watcher.observe(name.current!);
    return () => watcher.disconnect();
  }, [family]);
  return (
    <span ref={name} style={{ fontFamily: fontStack(family), fontSize: 16, lineHeight: 1.4 }}>
      {family}
    </span>
  );
}
