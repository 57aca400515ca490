import { useMemo } from 'react';
import type { StylePreset } from '#shared/model/brand.ts';
import { parseColor } from '#shared/scene/css/color.ts';
import { sampleData } from '#shared/scene/variables.ts';
import { SceneCanvas } from '../scene/SceneCanvas.tsx';
import { specimenOf } from './style-parts.ts';

const box = { width: 118, height: 64 };
/** px of the scene around the specimen. */
const margin = 12;

/** A small element in the preset's look, on a ground that it stands out from. */
export function PresetPicture({ preset }: { preset: StylePreset }) {
  const scene = useMemo(() => {
    const specimen = specimenOf(preset);
    const isText = specimen.elementType === 'text';
    const fontSize = Number(preset.styles.fontSize) || 24;
    const size = isText ? { width: fontSize * 1.8, height: fontSize * 1.5 } : specimen.size;
    const inner = { width: size.width + 2 * margin, height: size.height + 2 * margin };
    const scale = Math.max(inner.width / box.width, inner.height / box.height);
    const canvasSize = { width: box.width * scale, height: box.height * scale };
    const position = {
      ...specimen.position,
      x: (canvasSize.width - size.width) / 2,
      y: (canvasSize.height - size.height) / 2,
    };
    const styles = isText
      ? { ...specimen.styles, textAlign: 'center', verticalAlign: 'middle' }
      : specimen.styles;
    const properties = isText ? { ...specimen.properties, textAlign: 'center' } : specimen.properties;
    return {
      canvasSize,
      canvasBackground: { type: 'solid' as const, color: groundFor(preset) },
      elements: [{ ...specimen, position, size, styles, properties }],
    };
  }, [preset]);
  return <SceneCanvas label="" scene={scene} data={sampleData} {...box} />;
}

/** A light ground for dark letters, a dark one for light ones. */
function groundFor({ styles, elementType }: StylePreset): string {
  const color = elementType.includes('text') && parseColor(String(styles.color ?? ''));
  if (!color) return '#ffffff';
  const light = (0.299 * color.r + 0.587 * color.g + 0.114 * color.b) / 255;
  return light > 0.6 ? '#1d2736' : '#ffffff';
}
