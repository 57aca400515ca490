import { useEffect } from 'react';
import { fontStack } from '#shared/scene/fonts.ts';
import { sceneFonts } from '../scene/fonts.ts';

/** A font's name in its own face, whose file it fetches. */
export function FontSample({ family }: { family: string }) {
  useEffect(() => {
    void sceneFonts.load([{ font: `400 16px ${fontStack(family)}`, sample: family }]);
  }, [family]);
  return <span style={{ fontFamily: fontStack(family) }}>{family}</span>;
}
